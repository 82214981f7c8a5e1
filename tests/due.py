"""Which tests of one kind are due today: a share of them each day, and all of them within so many days.

For what costs much and rarely breaks alone. `LOCKSTEP_DAY` is the day of a run, the same for all its workers; a run with
another number repeats what was due then.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable

DAY = int(os.environ["LOCKSTEP_DAY"])


def is_due(name: str, days: int, day: int = DAY) -> bool:
    """Whether a test is due on a day; it is on one of any `days` days in a row."""
    return zlib.crc32(name.encode()) % days == day % days


def due(names: Iterable[str], days: int) -> list[str]:
    """The names that are due today, in their order."""
    return [name for name in names if is_due(name, days)]
