"""Whether the dumps can be of one moment: a job that moves while it is dumped looks as if ranks had not come."""

from __future__ import annotations

from typing import NamedTuple

from lockstep.explain.hang.dump import Call, Group
from lockstep.explain.hang.standing import Job, difference

_WITH_ALL = ("all_gather", "all_reduce", "barrier", "reduce_scatter")  # each rank needs something of all others


class Step(NamedTuple):
    """A call that some ranks have left, though others of the group have not made it."""

    group: Group
    calls: dict[int, Call]
    without: tuple[int, ...]


def ends_together(call: Call) -> bool:
    """Whether no rank can leave a call before all have made it. One without numbers need not wait."""
    return call.op.startswith(_WITH_ALL) and not any(0 in shape for shape in (*call.inputs, *call.outputs))


def step(job: Job) -> Step | None:
    """A call that shows that the dumps are of several moments; None if nothing shows it.

    A rank without a call in the group shows nothing, for the recorder forgets old calls. A group in which calls at one
    number differ shows nothing either, for such a call may end early.
    """
    first: dict[tuple[str, int], Call] = {}
    mixed = set()
    made: dict[str, dict[int, int]] = {}
    left: dict[str, dict[int, dict[int, Call]]] = {}
    for rank, calls in sorted(job.calls.items()):
        for (name, number), call in calls.items():
            last = made.setdefault(name, {})
            last[rank] = max(number, last.get(rank, number))
            if difference(first.setdefault((name, number), call), call):
                mixed.add(name)
            if call.is_done and ends_together(call):
                left.setdefault(name, {}).setdefault(number, {})[rank] = call
    for name, numbers in left.items():
        number = max(numbers)
        without = tuple(rank for rank, last in made[name].items() if last < number)
        if without and name not in mixed:
            return Step(job.groups[name], numbers[number], without)
    return None
