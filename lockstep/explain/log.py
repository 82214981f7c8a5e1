"""A log of many ranks as data: the rank of each line, the exceptions, and the first failure according to torchrun.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lockstep.engine.job import ANSI

BLANK = " \t"
TRACEBACK = "Traceback (most recent call last):"
_HEADS = (TRACEBACK, "(most recent call first):", " (idle): ", " (active): ")  # of faulthandler and of py-spy
_BEFORE, _AFTER = 200, 80  # lines, of all ranks, that are searched for the rest of a traceback or stack
# Prefixes of launchers, schedulers and log collectors. They are removed from a line one by one.
_PREFIX = re.compile(
    r"\[?(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?:? "  # a time
    r"|std(?:out|err) [FP] "  # the container runtime
    r"|[A-Z][a-z][a-z] [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [^ \t]+ [^ \t:]+: "  # syslog
    r"|\[pod/[^\]]+\] "  # kubectl --prefix
    r"|[ ]{0,3}(?P<task>[0-9]{1,4}): (?=[^ \t]|  )"  # srun --label
    r"|\[[a-z_]+(?P<rank>[0-9]{1,5})\]:? ?"  # [rank3]: of torch, [default3]: of torchrun --tee
)
_RAISED = re.compile(r"(?P<type>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?::(?: .*)?)?$")
_ROOT, _OTHERS = "Root Cause (first observed failure):", "Failures:"
_ROOT_RANK = re.compile(r"rank +: ([0-9]+) \(local_rank: [0-9]+\)")
_ROOT_EXIT = re.compile(r"exitcode +: (-?[0-9]+) \(pid: [0-9]+\)")
_SUMMARY = 12  # largest number of lines of a root cause


@dataclass(frozen=True)
class Line:
    """One line of a log: its number from 1, the rank that printed it (if known), and its text without prefixes."""

    number: int
    rank: int | None
    text: str


@dataclass(frozen=True)
class Raised:
    """One uncaught exception.

    `start` and `end` are indices in the list of lines: of the head of its traceback and of its message. `until` is the
    index of the next traceback of the same rank, or the length of the log.
    """

    rank: int | None
    type: str
    start: int
    end: int
    until: int


@dataclass(frozen=True)
class Summary:
    """The summary that torchrun prints: the rank that failed first, its exit code, and the indices of these lines."""

    rank: int
    exit: int
    start: int
    end: int


def lines(text: str) -> list[Line]:
    """The lines of a log, without colours, progress bars and prefixes."""
    plain = ANSI.sub("", text).replace("\x00", "").replace("\r\n", "\n")
    return [_line(number, line) for number, line in enumerate(plain.split("\n"), 1)]


def _line(number: int, text: str) -> Line:
    text = text.rstrip("\r").rpartition("\r")[2]
    rank = None
    while match := _PREFIX.match(text):
        rank_text = match["rank"] or match["task"]
        rank = int(rank_text) if rank_text else rank
        text = text[match.end() :]
    return Line(number, rank, text)


def raised(lines: list[Line]) -> list[Raised]:
    """Exceptions from top to bottom. Lines of other ranks may stand between the lines of a traceback."""
    open_at: dict[int | None, int] = {}
    exceptions: list[Raised] = []
    for place, line in enumerate(lines):
        if TRACEBACK in line.text:
            open_at[line.rank] = place
        elif line.rank in open_at and line.text and line.text[0] not in f"{BLANK}|+":
            match = _RAISED.match(line.text)
            start = open_at.pop(line.rank)
            if match:
                name = match["type"].rpartition(".")[2]
                exceptions.append(Raised(rank=line.rank, type=name, start=start, end=place, until=len(lines)))
    return _bounded(exceptions)


def _bounded(exceptions: list[Raised]) -> list[Raised]:
    """The exceptions, each with `until` set to the start of the next exception of its rank."""
    starts: dict[int | None, int] = {}
    result = []
    for exception in reversed(exceptions):
        result.append(replace(exception, until=starts.get(exception.rank, exception.until)))
        starts[exception.rank] = exception.start
    return result[::-1]


def summaries(lines: list[Line]) -> Iterator[Summary]:
    """The summary of torchrun for each job that it ended."""
    for place, line in enumerate(lines):
        if line.text.strip(BLANK) != _ROOT:
            continue
        end = min(place + _SUMMARY, len(lines))
        block = "\n".join(line.text for line in lines[place:end])
        rank, code = _ROOT_RANK.search(block), _ROOT_EXIT.search(block)
        if rank and code:
            yield Summary(rank=int(rank[1]), exit=int(code[1]), start=place, end=end)


def listed_as_others(lines: list[Line]) -> set[int]:
    """Indices of the lines in which torchrun lists the failures that were not the first."""
    places: set[int] = set()
    start = None
    for place, line in enumerate(lines):
        text = line.text.strip(BLANK)
        if text == _OTHERS:
            start = place
        elif text == _ROOT and start is not None:
            places |= set(range(start, place))
            start = None
    return places


def block(lines: list[Line], place: int) -> list[str]:
    """The traceback or stack that a line is part of: the lines of its rank from one head to the next or to a gap."""
    near = range(max(0, place - _BEFORE), min(len(lines), place + _AFTER))
    own = [at for at in near if lines[at].rank == lines[place].rank]
    here = own.index(place)
    start = max((n for n in range(here + 1) if _is_head(lines[own[n]])), default=here)
    ends = (n for n in range(here + 1, len(own)) if _is_head(lines[own[n]]) or not lines[own[n]].text.strip(BLANK))
    return [lines[at].text for at in own[start : next(ends, len(own))]]


def _is_head(line: Line) -> bool:
    return any(mark in line.text for mark in _HEADS)
