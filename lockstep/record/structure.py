"""Compare the records of one snippet on two profiles: they must teach the same lesson on every device.

Two records must agree in the number of ranks, in how the job ended, and in the structure of every line: its words and
its whole numbers, which are shapes, dtypes, placements and counts. They may differ in the digits of floats, which
depend on the device, and in the names of devices and backends.
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
_DEVICE_OF_TENSOR = re.compile(r", device='cuda(?::\d+)?'")  # a tensor on the CPU is printed without its device
_DEVICE = re.compile(r"\b(?:cuda:\d+|cuda|cpu|GPU|CPU)\b")
_BACKEND = re.compile(r"nccl|gloo", re.I)
_FLOAT = r"\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+|\.(?=[,\])]))"  # 0.5, 1e-08, and the 2. of a printed tensor
_NUMBER = re.compile(rf"(?<![\w.])-?(?:{_FLOAT}|\d+(?!\w|\.\d))|{_FLOAT}")


def problems(snippet: Snippet, first: Record, second: Record) -> list[Problem]:
    """Problems for all differences in structure between the records of two profiles."""
    todo = "Fix it, so that both say the same, or say in 'differs' why they cannot."
    return [Problem(snippet.path, 0, f"{what}.", todo) for what in mismatches(snippet, first, second)]


def mismatches(snippet: Snippet, first: Record, second: Record) -> list[str]:
    """All differences in structure between two records of a snippet, each in a few words; empty if they agree."""
    if len(first.ranks) != len(second.ranks):
        return [f"{len(first.ranks)} ranks on {first.profile}, {len(second.ranks)} on {second.profile}"]
    ends = [_ending(snippet, record) for record in (first, second)]
    differences = []
    if ends[0] != ends[1]:
        differences.append(f"ends with {ends[0]} on {first.profile}, {ends[1]} on {second.profile}")
    for rank, pair in enumerate(zip(first.ranks, second.ranks, strict=True)):
        outputs = [_output(snippet, rank_record) for rank_record in pair]
        differences += _lines(f"rank {rank}", (first.profile, second.profile), outputs)
    return differences


def _output(snippet: Snippet, rank: RankRecord) -> list[str]:
    return output.masked(rank.stdout, snippet.needs.volatile)


def _lines(who: str, profiles: tuple[str, str], outputs: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first line of a rank that differs. Lines below it are not compared: they mostly differ because of it."""
    for number, (first, second) in enumerate(itertools.zip_longest(*outputs), 1):
        if first is None or second is None:
            yield f"{who}: {len(outputs[0])} lines on {profiles[0]}, {len(outputs[1])} on {profiles[1]}"
            return
        if not _alike(first, second):
            yield f"{who}, line {number}: {first!r} on {profiles[0]}, {second!r} on {profiles[1]}"
            return


def _alike(first: str, second: str) -> bool:
    """Whether two lines have the same words and the same whole numbers. Other numbers may differ."""
    lines = [_plain(line) for line in (first, second)]
    words = [_NUMBER.sub("#", line) for line in lines]
    pairs = zip(*(_NUMBER.findall(line) for line in lines), strict=False)  # equally many if the words agree
    return words[0] == words[1] and all(a == b or not (_is_whole(a) and _is_whole(b)) for a, b in pairs)


def _is_whole(number: str) -> bool:
    return number.lstrip("-").isdecimal()


def _plain(line: str) -> str:
    """A line without the names of devices and backends, and without the blanks that align columns."""
    line = _DEVICE_OF_TENSOR.sub("", _DEVICE_REPR.sub(r"\1", line))
    return " ".join(_BACKEND.sub("backend", _DEVICE.sub("device", line)).split())


def _ending(snippet: Snippet, record: Record) -> str:
    """How a job ended: "passed", "hang", or the first failure as an exception, a signal or an exit status."""
    if record.first is None:
        return "passed" if record.end == "finished" else record.end
    error, code = output.raised(record.ranks[record.first].stderr, snippet.path), record.ranks[record.first].exit or 0
    return error.type if error else signal_name(-code) if code < 0 else f"exit {code}"
