"""Where ranks meet, from a trace: collectives and messages, with those that torch makes inside of one line as one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from lockstep.record.trace import Op, Part, Trace, Value

_SHORT = {"DistributedDataParallel": "DDP", "monitored_barrier": "barrier"}
_MOST_CELLS, _LONGEST = 2, 12  # numbers of a tensor that are written; characters of a value
_NAME = 24  # characters of a name
_FEW = 8  # operations of named lines that are drawn one by one

Moment = tuple[float, bool, str]  # when, whether what follows is of the time before, a value in few words


@dataclass(frozen=True)
class Meet:
    """One rank in a meeting.

    Attributes:
        leave: None where it waits to the end.
        waits_for: ranks that come later, or never.
        given, got: what the rank put in and what came out, in few words.
    """

    rank: int
    call: str
    enter: float
    leave: float | None
    waits_for: tuple[int, ...]
    given: str = ""
    got: str = ""


@dataclass(frozen=True)
class Meeting:
    """What ranks do together. `note` says what torch calls inside of a line that is named for itself."""

    name: str
    meets: tuple[Meet, ...]
    is_mixed: bool
    note: str = ""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that came."""
        return tuple(meet.rank for meet in self.meets)

    @property
    def is_stuck(self) -> bool:
        """Whether a rank never leaves."""
        return any(meet.leave is None for meet in self.meets)


def of(trace: Trace, code: Sequence[str], lines: Sequence[str] = ()) -> list[Meeting]:
    """The meetings of a program in their order.

    Args:
        code: the lines of the program, by which calls inside of a line are named.
        lines: texts of lines; with them, only what these lines call is listed, each call by itself while they are few.
    """
    ops = [op for op in trace.ops if not lines or any(text in _line_of(op, trace, code) for text in lines)]
    together = id if lines and len(ops) <= _FEW else _together
    return [_meeting(list(ops), trace, code) for _, ops in groupby(ops, key=together)]


def _together(op: Op) -> object:
    """What is the same of operations that are drawn as one: torch makes them inside of one line of each rank."""
    is_plain = op.inside and all(part.leave and not part.name for part in op.parts)
    return tuple((part.rank, part.step) for part in sorted(op.parts, key=_rank)) if is_plain else id(op)


def _rank(part: Part) -> int:
    return part.rank


def _meeting(ops: list[Op], trace: Trace, code: Sequence[str]) -> Meeting:
    calls = [_call_of(op) for op in ops]
    names = Counter(calls)
    listed = ", ".join(f"{name} × {count}" if count > 1 else name for name, count in names.items())
    line = _torch_call(ops[0], trace, code) if ops[0].inside else ""
    if line == "backward()" and _has_forward(_line_of(ops[0], trace, code), names):
        line = "step"
    first, last = ops[0], ops[-1]
    ends = {part.rank: _left(part) for part in last.parts}
    meets = tuple(
        Meet(
            rank=part.rank,
            call=line or part.name or first.name,
            enter=part.enter,
            leave=ends.get(part.rank, _left(part)),
            waits_for=_waits_for(first, part),
            given=_in_few_words(part.before) if len(ops) == 1 else "",
            got=_in_few_words(part.after) if len(ops) == 1 else "",
        )
        for part in sorted(first.parts, key=_rank)
    )
    mixed = first.name != "message" and len({part.name for part in first.parts}) > 1
    name = line or (listed if len(listed) <= _NAME else f"{calls[0]} …")
    note = f"In {'a ' * (line == 'step')}{line}: {listed}." if line else f"{name}: {listed}." if name != listed else ""
    return Meeting(name, meets, mixed, note)


def _call_of(op: Op) -> str:
    names = list(dict.fromkeys(part.name or op.name for part in op.parts))
    if op.name == "message":
        return f"{op.ranks[0]} → {op.ranks[1]}"
    how = f" {op.how}" if op.how not in ("", "SUM") and len(names) == 1 else ""
    return " / ".join(_SHORT.get(name, name) for name in names) + how


def _line_of(op: Op, trace: Trace, code: Sequence[str]) -> str:
    """The line of the program from which the first rank came to an operation; empty where it is of another file."""
    part = op.parts[0]
    step = trace.lanes[part.rank].steps[part.step]
    return code[step.line - 1] if step.file == 0 and step.line <= len(code) else ""


def _torch_call(op: Op, trace: Trace, code: Sequence[str]) -> str:
    """The call of DDP inside of which torch makes an operation, such as `backward()`; empty where it is another."""
    if any(part.name for part in op.parts):
        return ""
    found = re.search(r"\b(DistributedDataParallel|DDP)\(|\.(backward)\(", _line_of(op, trace, code))
    return f"{'DDP' if found[1] else 'backward'}()" if found else ""


def _has_forward(line: str, calls: Iterable[str]) -> bool:
    """Whether a line with `.backward()` holds a forward that sends, too. That of DDP sends no all-reduce."""
    return "(" in line.partition(".backward(")[0] and set(calls) != {"all_reduce"}


def _left(part: Part) -> int | None:
    return part.done or part.leave


def _waits_for(op: Op, part: Part) -> tuple[int, ...]:
    """The ranks that must come before this one goes on and come after it, or never."""
    entered = {other.rank: other.enter for other in op.parts if other.name == part.name or op.name == "message"}
    late = tuple(rank for rank in part.on if entered.get(rank, part.enter + 1) > part.enter)
    return late if part.leave is None or any(rank in entered for rank in late) else ()


def _in_few_words(value: Value | None) -> str:
    """A tensor of few numbers as these; empty for all else."""
    if value is None or not 0 < len(value.cells) <= _MOST_CELLS:
        return ""
    text = " ".join(value.cells)
    return text if len(text) <= _LONGEST else ""


def given_and_got(meetings: Sequence[Meeting], rank: int) -> list[Moment]:
    """What a rank puts into each meeting and what it gets."""
    return [
        (meet.leave or meet.enter, is_before, text)
        for meeting in meetings
        for meet in meeting.meets
        if meet.rank == rank and meet.given and meet.got
        for is_before, text in ((True, meet.given), (False, meet.got))
    ]


def values(trace: Trace, rank: int, name: str) -> list[Moment]:
    """The values that a name takes on a rank."""
    found = ((step.at, step.set[name]) for step in trace.lanes[rank].steps if name in step.set)
    texts = ((at, " ".join(value.cells) or value.text) for at, value in found if value)
    return [(at, False, text) for at, text in texts if len(text) <= _LONGEST]
