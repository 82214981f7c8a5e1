"""Bind what two profiles recorded of one snippet: the same lesson, whatever the device. Pure.

Equal must be the number of ranks, how the job ended, and every line in structure: its words and whole numbers, which
are shapes, dtypes, placements and counts. Free are the digits of floats, which differ in bits from device to device,
and the names of devices and backends, which differ because the devices do.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from lockstep.engine.job import signal_name
from lockstep.problem import Problem
from lockstep.record import output
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.snippet import Snippet

_DEVICE_REPR = re.compile(r"device\(type='(\w+)'(?:, index=\d+)?\)")
_DEVICE_OF_TENSOR = re.compile(r", device='cuda(?::\d+)?'")  # a tensor on the CPU does not name its device
_DEVICE = re.compile(r"\b(?:cuda:\d+|cuda|cpu|GPU|CPU)\b")
_BACKEND = re.compile(r"nccl|gloo", re.I)
_FLOAT = r"\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+|\.(?=[,\])]))"  # 0.5, 1e-08, and the 2. of a printed tensor
_NUMBER = re.compile(rf"(?<![\w.])-?(?:{_FLOAT}|\d+(?!\w|\.\d))|{_FLOAT}")


def problems(snippet: Snippet, one: Record, other: Record) -> list[Problem]:
    """What differs in structure between the records of two profiles."""
    todo = "Mend it, so that both say the same, or say in 'differs' why they cannot."
    return [Problem(snippet.path, 0, f"{what}.", todo) for what in mismatches(snippet, one, other)]


def mismatches(snippet: Snippet, one: Record, other: Record) -> list[str]:
    """What differs in structure between two records of a snippet, each as a few words; empty where they agree."""
    if len(one.ranks) != len(other.ranks):
        return [f"{len(one.ranks)} ranks on {one.profile}, {len(other.ranks)} on {other.profile}"]
    ends = [_ending(snippet, made) for made in (one, other)]
    found = [] if ends[0] == ends[1] else [f"ends with {ends[0]} on {one.profile}, {ends[1]} on {other.profile}"]
    for rank, pair in enumerate(zip(one.ranks, other.ranks, strict=True)):
        found += _lines(f"rank {rank}", (one.profile, other.profile), [_said(snippet, said) for said in pair])
    return found


def _said(snippet: Snippet, rank: RankRecord) -> list[str]:
    return output.masked(rank.stdout, snippet.needs.volatile)


def _lines(who: str, profiles: tuple[str, str], said: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first line of a rank that differs: those below it mostly differ because of it."""
    for number, (mine, theirs) in enumerate(itertools.zip_longest(*said), 1):
        if mine is None or theirs is None:
            yield f"{who}: {len(said[0])} lines on {profiles[0]}, {len(said[1])} on {profiles[1]}"
            return
        if not _alike(mine, theirs):
            yield f"{who}, line {number}: {mine!r} on {profiles[0]}, {theirs!r} on {profiles[1]}"
            return


def _alike(one: str, other: str) -> bool:
    """Whether two lines have the same words and the same whole numbers; a number with a point may differ."""
    plain = [_plain(line) for line in (one, other)]
    words = [_NUMBER.sub("#", line) for line in plain]
    pairs = zip(*(_NUMBER.findall(line) for line in plain), strict=False)  # as many as there are signs, if words agree
    return words[0] == words[1] and all(a == b or not (_is_whole(a) and _is_whole(b)) for a, b in pairs)


def _is_whole(number: str) -> bool:
    return number.lstrip("-").isdecimal()


def _plain(line: str) -> str:
    """A line without the names of device and backend, and without the blanks that align columns."""
    line = _DEVICE_OF_TENSOR.sub("", _DEVICE_REPR.sub(r"\1", line))
    return " ".join(_BACKEND.sub("backend", _DEVICE.sub("device", line)).split())


def _ending(snippet: Snippet, made: Record) -> str:
    """ "passed", "hang", or the type of the first failure: an exception, a signal, an exit status."""
    if made.first is None:
        return "passed" if made.end == "finished" else made.end
    error, code = output.raised(made.ranks[made.first].stderr, snippet.path), made.ranks[made.first].exit or 0
    return error.type if error else signal_name(-code) if code < 0 else f"exit {code}"
