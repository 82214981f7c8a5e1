"""Split snippets and notebooks over machines: even by the seconds they will take, and the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lockstep.engine.machine import CPU
from lockstep.record import notebook
from lockstep.record.notebook import Notebook
from lockstep.record.record import BadRecord, Record, read_record
from lockstep.snippet.snippet import Snippet

_PYTHON, _TORCHRUN, _RANK = 2.0, 2.5, 1.0  # seconds of a cold start and of each rank, mostly to import torch


def shard_of(
    snippets: Sequence[Snippet], notebooks: Sequence[Notebook], profile: str, cold: bool, index: int, count: int
) -> tuple[list[Snippet], list[Notebook]]:
    """Part `index` (from 1) of `count`, in the order to run it.

    The split does not depend on the machine, but on the records. So all parts must be run from the same commit, because
    other records would give another split.
    """
    named = {snippet.name: snippet for snippet in snippets}
    pages = {notebook.path: notebook for notebook in notebooks}
    known = {name: _seconds(snippet, profile, cold or profile != CPU) for name, snippet in named.items()}
    known |= {path: _notebook_seconds(page) for path, page in pages.items()}
    chosen = split(known, count)[index - 1]
    return [named[name] for name in chosen if name in named], [pages[name] for name in chosen if name in pages]


def split(seconds_of: Mapping[str, float | None], count: int) -> list[list[str]]:
    """Split names into `count` lists, each in the order in which to run it.

    A name without a time (None) counts as much as the average of the others. The longest snippet that is left goes to
    the part with the least work. Long snippets run first, so that no part ends with one long snippet and idle cores; a
    snippet without a time may be long, so it runs before all others.
    """
    timed = [value for value in seconds_of.values() if value is not None]
    average = sum(timed) / len(timed) if timed else 1.0
    estimates = {name: average if value is None else value for name, value in seconds_of.items()}
    parts: list[list[str]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for name in sorted(estimates, key=lambda name: (-estimates[name], name)):
        least = loads.index(min(loads))
        parts[least].append(name)
        loads[least] += estimates[name]
    return [sorted(part, key=lambda name: seconds_of[name] is not None) for part in parts]


def _seconds(snippet: Snippet, profile: str, cold: bool) -> float | None:
    """Seconds that a run will take: those on record, if need be of the CPU, or the timeout of a new hang; else None."""
    record = _read(snippet, profile) or _read(snippet, CPU)
    if record is None:
        return snippet.needs.timeout if snippet.needs.expect == "hang" else None
    return record.seconds + (_start(snippet.command.ranks) if cold and record.engine == "warm" else 0.0)


def _notebook_seconds(page: Notebook) -> float | None:
    executed = notebook.read(page.file)
    return executed.seconds or None if executed else None


def _start(ranks: int) -> float:
    """Seconds that a cold run takes in addition to a warm run."""
    return _TORCHRUN + _RANK * ranks if ranks else _PYTHON


def _read(snippet: Snippet, profile: str) -> Record | None:
    try:
        return read_record(snippet.root, profile, snippet.name)
    except BadRecord:
        return None
