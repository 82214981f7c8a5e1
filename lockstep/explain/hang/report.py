"""A diagnosis as text: sentences, a table of ranks, a timeline of the last calls, what to do and where to read on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lockstep.explain.hang import names
from lockstep.explain.hang.diagnosis import Diagnosis
from lockstep.explain.hang.dump import Call, Dump, Group
from lockstep.explain.hang.sentence import may_be_in_a_message, sentences
from lockstep.explain.hang.standing import Stand, difference
from lockstep.explain.table import aligned

_SHOWN = 8  # numbers of calls in the timeline
_LEGEND = "= left   ? waits   ! waits in another call   . has not come"
_AGAIN = (
    "Dump all ranks again. If they are in later calls then, the job moves. "
    "If not, look for an error in the logs of the ranks that left the call,"
)
_OTHER_WAY = "a branch on the rank, a loop of another length, a caught error."
TODO = {  # by kind, or by a case of it: what to do, and the page
    "missing": (
        f"Find where the missing ranks go another way: {_OTHER_WAY}",
        "errors/hangs.md",
    ),
    "missing, may be in a message": (
        "Look at the stacks of the missing ranks: do they wait in send or recv? "
        f"If not, find where they go another way: {_OTHER_WAY}",
        "errors/hangs.md",
    ),
    "missing, without a dump": (
        "See whether the ranks without a dump are alive: look at their processes, at the end of their logs, "
        "and at `dmesg` of their machines, which names a process that was killed for its memory. "
        "From those that are alive take a dump or a stack.",
        "errors/hangs.md",
    ),
    "differs": ("Make the same calls in the same order on all ranks.", "errors/collectives-differ.md"),
    "shape": ("Bring tensors of one shape: pad them, or send the shapes first.", "errors/shapes-differ.md"),
    "dtype": ("Bring tensors of one dtype.", "errors/collectives-differ.md"),
    "two orders": ("Enter the groups in one order on all ranks.", "errors/groups-in-two-orders.md"),
    "message": ("See that each send has its recv, and that not all ranks send first.", "errors/both-send-first.md"),
    "both halves": (
        "Compare the shapes and dtypes of the two halves. "
        "If they agree, look at the network, the links and the GPUs of these ranks.",
        "errors/watchdog-timeout.md",
    ),
    "all there": (
        "Compare the root, the reduce op and the split sizes of the call, which the recorder does not hold. "
        "If they agree, look at the network, the links and the GPUs of these ranks, "
        "where a kernel before the call may still run.",
        "errors/watchdog-timeout.md",
    ),
    "alone": (
        "Take a stack of the rank with `py-spy dump`, and look at its GPU, "
        "where a kernel before the call may still run. Should the group have more ranks? Then look at how it is made.",
        "errors/watchdog-timeout.md",
    ),
    "all here": (
        "Find a rank of the group that is not in this call: give the dumps of all ranks, "
        "or in a terminal `--world-size N`.",
        "errors/hangs.md",
    ),
    "some left": (
        "Compare the root, the reduce op and the split sizes of the call on all ranks. "
        "If they agree, look at the network, the links and the GPUs of these ranks.",
        "errors/collectives-differ.md",
    ),
    "may move": (
        f"{_AGAIN} then at the network, the links and the GPUs.",
        "errors/hangs.md",
    ),
    "moved": (
        f"{_AGAIN} and find where the ranks that have not made it go another way.",
        "errors/hangs.md",
    ),
    "nothing": (
        "Take a stack of each rank with `py-spy dump`, and give the stacks to this command, too.",
        "errors/hangs.md",
    ),
    "stacks": (
        "Look first at a rank that stands alone, and take a second stack of it: one that moved may be late, not stuck.",
        "errors/hangs.md",
    ),
    "stacks, one line": (
        "Take a second stack of each rank: a job that moved is slow, not stuck. "
        "If no rank moved, step 3 of the page says what to suspect where all ranks wait at one line.",
        "errors/hangs.md",
    ),
    "stacks, some": (
        "Take stacks of the other ranks with `py-spy dump`, and give them to this command, too.",
        "errors/hangs.md",
    ),
}


def as_text(diagnosis: Diagnosis, dumps: Sequence[Dump]) -> str:
    """All that there is to say, in lines for a terminal."""
    todo, page = TODO[_case(diagnosis)]
    parts = [" ".join(sentences(diagnosis)), _table(diagnosis)]
    if diagnosis.group and diagnosis.kind not in ("message", "both halves"):
        parts.append(_timeline(diagnosis, diagnosis.group, dumps))
    return "\n\n".join([*parts, f"What to do: {todo}\nPage:       docs/{page}"])


def _case(diagnosis: Diagnosis) -> str:
    """What is to be done depends on more than the kind."""
    if diagnosis.kind == "missing" and may_be_in_a_message(diagnosis):
        return "missing, may be in a message"
    if diagnosis.kind == "missing" and set(diagnosis.missing) <= set(diagnosis.silent):
        return "missing, without a dump"
    places = {stand.stack for stand in diagnosis.stands}
    if diagnosis.kind not in ("nothing", "stacks") or "" in places:
        return diagnosis.kind
    if len(places) > 1:
        return "stacks"
    return "stacks, some" if diagnosis.silent or len(diagnosis.stands) == 1 else "stacks, one line"


def table(head: Sequence[str], rows: Mapping[int, tuple[str, ...]]) -> str:
    """A row for each rank, or for ranks whose rows are alike."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for rank, row in rows.items():
        alike.setdefault(row, []).append(rank)
    return aligned([head, *((names.of_numbers(ranks), *row) for row, ranks in alike.items())])


def _table(diagnosis: Diagnosis) -> str:
    if diagnosis.kind == "stacks":
        places = {
            stand.rank: (stand.stack, "differs" if stand.rank in diagnosis.odd else "") for stand in diagnosis.stands
        }
        return table(("rank", "stands at", ""), places)
    groups = {group.name: names.of_group(group) for group in diagnosis.groups}
    rows = {stand.rank: _row(stand, groups) for stand in diagnosis.stands}
    return table(("rank", "stands in", "call", "waits for", "at"), rows)


def _row(stand: Stand, groups: Mapping[str, str]) -> tuple[str, ...]:
    call = stand.call or stand.last
    at = stand.stack or (stand.call.where if stand.call else "")
    if call is None:
        return "no call", "", "", at
    name = names.of_call(call) if stand.call else f"no call, last {names.of_call(call)}"
    return name, f"{call.number} of {groups[call.group]}", names.of_numbers(stand.waits_for), at


def _timeline(diagnosis: Diagnosis, group: Group, dumps: Sequence[Dump]) -> str:
    """The last calls of the group: a row for ranks that did alike, a column for each number."""
    numbers = range(max(min(1, diagnosis.number), diagnosis.number - _SHOWN + 1), diagnosis.number + 1)
    others = _in_another_call(diagnosis)
    rows = {}
    for dump in dumps:
        if dump.rank in group.ranks:
            calls = {call.number: call for call in dump.calls if call.group == group.name and call.peer is None}
            odd = diagnosis.number if dump.rank in others else 0
            marks = [_mark(calls, number, number == odd) for number in numbers]
            if dump.rank in diagnosis.missing:
                marks[-1] = "."  # a queued call has not begun
            rows[dump.rank] = tuple(marks)
    return f"{table(('call', *map(str, numbers)), rows)}\n{_LEGEND}"


def _in_another_call(diagnosis: Diagnosis) -> set[int]:
    """The ranks that are fewer; where no side is, those that are not in the call of the first rank."""
    if len(diagnosis.odd) < len(diagnosis.waiting):
        return set(diagnosis.odd)
    first = next(iter(diagnosis.calls.values()))
    return {rank for rank, call in diagnosis.calls.items() if difference(first, call)}


def _mark(calls: Mapping[int, Call], number: int, is_odd: bool) -> str:
    """The recorder forgets old calls, so a rank with a later one has left this one."""
    if number not in calls:
        return "=" if any(other > number for other in calls) else "."
    return "=" if calls[number].is_done else "!" if is_odd else "?"
