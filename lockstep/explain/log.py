"""A log of many ranks as data: whose line is whose, what was raised, and what torchrun says came first. Pure.

`docs/assets/explain.js` does the same in a browser, step by step, and a test compares the two: change both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lockstep.engine.job import ANSI

BLANK = " \t"
TRACEBACK = "Traceback (most recent call last):"
_HEADS = (TRACEBACK, "(most recent call first):", " (idle): ", " (active): ")  # faulthandler's; py-spy's
_BEFORE, _AFTER = 200, 80  # lines, of all ranks, in which a traceback or a stack is looked for
# What launchers, schedulers and log collectors put in front of a line; peeled off one by one.
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
_SUMMARY = 12  # lines that a root cause takes at most


@dataclass(frozen=True)
class Line:
    """One line of a log: its number from 1, the rank that said it, if that is known, and its text without prefix."""

    number: int
    rank: int | None
    text: str


@dataclass(frozen=True)
class Raised:
    """One uncaught exception: the lines from its traceback to its message, as places in the list of lines.

    `until` is where the next traceback of the same rank starts, or the end of the log.
    """

    rank: int | None
    type: str
    start: int
    end: int
    until: int


@dataclass(frozen=True)
class Summary:
    """What torchrun writes at the end: the rank that failed first, how it ended, and the places of this text."""

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
        found = match["rank"] or match["task"]
        rank = int(found) if found else rank
        text = text[match.end() :]
    return Line(number, rank, text)


def raised(found: list[Line]) -> list[Raised]:
    """Exceptions from top to bottom; lines of other ranks may stand between those of a traceback."""
    open_at: dict[int | None, int] = {}
    all_found: list[Raised] = []
    for place, line in enumerate(found):
        if TRACEBACK in line.text:
            open_at[line.rank] = place
        elif line.rank in open_at and line.text and line.text[0] not in f"{BLANK}|+":
            match = _RAISED.match(line.text)
            start = open_at.pop(line.rank)
            if match:
                all_found.append(Raised(line.rank, match["type"].rpartition(".")[2], start, place, len(found)))
    return _bounded(all_found)


def _bounded(raised: list[Raised]) -> list[Raised]:
    """Each exception up to the next of its rank."""
    starts: dict[int | None, int] = {}
    result = []
    for one in reversed(raised):
        result.append(replace(one, until=starts.get(one.rank, one.until)))
        starts[one.rank] = one.start
    return result[::-1]


def summaries(found: list[Line]) -> Iterator[Summary]:
    """What torchrun says of each job that it ended."""
    for place, line in enumerate(found):
        if line.text.strip(BLANK) != _ROOT:
            continue
        end = min(place + _SUMMARY, len(found))
        block = "\n".join(one.text for one in found[place:end])
        rank, code = _ROOT_RANK.search(block), _ROOT_EXIT.search(block)
        if rank and code:
            yield Summary(int(rank[1]), int(code[1]), place, end)


def listed_as_others(found: list[Line]) -> set[int]:
    """Places of the failures that torchrun lists as not the first."""
    places: set[int] = set()
    start = None
    for place, line in enumerate(found):
        text = line.text.strip(BLANK)
        if text == _OTHERS:
            start = place
        elif text == _ROOT and start is not None:
            places |= set(range(start, place))
            start = None
    return places


def block(found: list[Line], place: int) -> list[str]:
    """The traceback or stack of one rank that a line stands in: from its head to the next head or to a gap."""
    near = range(max(0, place - _BEFORE), min(len(found), place + _AFTER))
    own = [at for at in near if found[at].rank == found[place].rank]
    here = own.index(place)
    start = max((n for n in range(here + 1) if _is_head(found[own[n]])), default=here)
    ends = (n for n in range(here + 1, len(own)) if _is_head(found[own[n]]) or not found[own[n]].text.strip(BLANK))
    return [found[at].text for at in own[start : next(ends, len(own))]]


def _is_head(line: Line) -> bool:
    return any(mark in line.text for mark in _HEADS)
