"""Which tests of one kind are due today: a share of them each day, and all of them within so many days.

For what costs much and rarely breaks alone. `LOCKSTEP_DAY` is the day of a run, the same for all its workers; a run with
another number repeats what was due then.
"""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Iterable
from pathlib import Path

DAY = int(os.environ["LOCKSTEP_DAY"])


def is_due(name: str, days: int, day: int = DAY) -> bool:
    """Whether a test is due on a day; it is on one of any `days` days in a row."""
    return zlib.crc32(name.encode()) % days == day % days


def due(names: Iterable[str], days: int) -> list[str]:
    """The names that are due today, in their order."""
    return [name for name in names if is_due(name, days)]


def changed(root: Path, folder: str) -> set[str] | None:
    """Paths under a folder that the newest commit changed, a merge with all it brings, or another of the day before it.

    None without git, or where the clone has no history.
    """

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout

    try:
        day_before = int(git("log", "-1", "--format=%ct")) - 86_400
        newest = git("diff", "--name-only", "HEAD^", "HEAD", "--", folder)
        return set((newest + git("log", f"--since={day_before}", "--name-only", "--format=", "--", folder)).split())
    except (OSError, subprocess.CalledProcessError):
        return None
