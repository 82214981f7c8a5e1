"""Split snippets and notebooks over machines: even by the seconds they will take, and the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lockstep.engine.machine import CPU
from lockstep.record import notebook, record
from lockstep.record.notebook import Notebook
from lockstep.record.record import BadRecord, Record
from lockstep.snippet.snippet import Snippet

_PYTHON, _TORCHRUN, _RANK = 2.0, 2.5, 1.0  # seconds that a cold start and each rank take: imports of torch


def part(
    snippets: Sequence[Snippet], notebooks: Sequence[Notebook], profile: str, cold: bool, index: int, count: int
) -> tuple[list[Snippet], list[Notebook]]:
    """Part `index` (from 1) of `count`, in the order to run it.

    The split does not depend on the machine, but on what is on record: all parts must start from the same commit, as
    one that sees other records splits otherwise.
    """
    named = {snippet.name: snippet for snippet in snippets}
    pages = {one.path: one for one in notebooks}
    known = {name: _seconds(one, profile, cold or profile != CPU) for name, one in named.items()}
    known |= {path: _notebook_seconds(one) for path, one in pages.items()}
    chosen = split(known, count)[index - 1]
    return [named[name] for name in chosen if name in named], [pages[name] for name in chosen if name in pages]


def split(known: Mapping[str, float | None], count: int) -> list[list[str]]:
    """`count` lists of names, each in the order to run it. What has no seconds counts as much as all others on average.

    The longest that is left goes to the part with least, and is started first, so that no part ends with one long
    snippet and idle cores. What nobody has timed may be long, so it starts before all.
    """
    timed = [value for value in known.values() if value is not None]
    usual = sum(timed) / len(timed) if timed else 1.0
    seconds = {name: usual if value is None else value for name, value in known.items()}
    parts: list[list[str]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for name in sorted(seconds, key=lambda name: (-seconds[name], name)):
        least = loads.index(min(loads))
        parts[least].append(name)
        loads[least] += seconds[name]
    return [sorted(part, key=lambda name: known[name] is not None) for part in parts]


def _seconds(snippet: Snippet, profile: str, cold: bool) -> float | None:
    """What a run will take: as on record, on the CPU where the profile has no record; a new hang takes its timeout."""
    made = _read(snippet, profile) or _read(snippet, CPU)
    if made is None:
        return snippet.needs.timeout if snippet.needs.expect == "hang" else None
    return made.seconds + (_start(snippet.command.ranks) if cold and made.engine == "warm" else 0.0)


def _notebook_seconds(one: Notebook) -> float | None:
    found = notebook.read(one.file)
    return found.seconds or None if found else None


def _start(ranks: int) -> float:
    """Seconds that a cold run takes on top of a warm one."""
    return _TORCHRUN + _RANK * ranks if ranks else _PYTHON


def _read(snippet: Snippet, profile: str) -> Record | None:
    try:
        return record.read(snippet.root, profile, snippet.name)
    except BadRecord:
        return None
