"""Where the ranks of a job stand, and who waits there for whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from lockstep.explain.hang.dump import Call, Dump, Group

_NO_INPUTS = ("all_to_all", "all_to_all_single", "scatter")  # whose ranks may bring other shapes
_NO_OUTPUTS = ("all_to_all", "all_to_all_single", "gather")
_NO_DTYPES = ("scatter", "gather", "broadcast")  # where ranks other than the root bring nothing, or a buffer


@dataclass(frozen=True)
class Stand:
    """Where one rank stands.

    Attributes:
        call: the first call that it has not left; None if it waits in none.
        last: its last call of all; None if it made none.
        waits_for: ranks of the group that are not in the same call.
        behind: those of them that have made this call behind another one, which they have not left.
        stack: where its program stood, from py-spy or faulthandler.
    """

    rank: int
    call: Call | None
    last: Call | None
    waits_for: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    stack: str = ""


class Job:
    """All dumps, by rank: the collectives by group and number, the calls that a rank has not left, the groups.

    Attributes:
        groups: with their ranks.
        guessed: names of the groups of which no dump says the ranks.
        calls: of each rank its collectives.
        open: of each rank the calls that it is in: the first that it has not left, and those of the same batch.
        queued: of each rank the calls that it made behind these, and has not left.
        late: of each rank the groups and numbers of the collectives among them.
    """

    def __init__(self, groups: Mapping[str, Group], guessed: Set[str], dumps: Iterable[Dump]) -> None:
        self.groups = groups
        self.guessed = guessed
        self.calls: dict[int, dict[tuple[str, int], Call]] = {}
        self.open: dict[int, list[Call]] = {}
        self.queued: dict[int, list[Call]] = {}
        self.late: dict[int, set[tuple[str, int]]] = {}
        for dump in dumps:
            waits = [call for call in dump.calls if not call.is_done]
            self.calls[dump.rank] = {key(call): call for call in dump.calls if call.peer is None}
            self.open[dump.rank] = [call for call in waits if call is waits[0] or _is_beside(call, waits[0])]
            self.queued[dump.rank] = [call for call in waits[1:] if not _is_beside(call, waits[0])]
            self.late[dump.rank] = {key(call) for call in self.queued[dump.rank] if call.peer is None}

    def rank_of(self, call: Call) -> int | None:
        """The other rank of a message, where the group is known to have it."""
        ranks = self.groups[call.group].ranks
        return ranks[call.peer] if call.peer is not None and call.peer < len(ranks) else None


def stands(job: Job, dumps: Iterable[Dump]) -> tuple[Stand, ...]:
    """Where each rank stands, by rank."""
    return tuple(_stand(dump, job) for dump in sorted(dumps, key=lambda dump: dump.rank))


def _stand(dump: Dump, job: Job) -> Stand:
    """Of several calls that were launched together, the one that misses a rank."""
    waits = [(call, *_waits_for(dump.rank, call, job)) for call in job.open[dump.rank]]
    call, absent, behind = next((one for one in waits if one[1] or one[2]), waits[0] if waits else (None, (), ()))
    last = dump.calls[-1] if dump.calls else None
    return Stand(dump.rank, call, last, tuple(sorted({*absent, *behind})), behind, dump.stack)


def key(call: Call) -> tuple[str, int]:
    """The group of a collective and its number there, which all ranks count alike."""
    return call.group, call.number


def _is_beside(one: Call, other: Call) -> bool:
    """Whether two calls of a rank were launched together."""
    return one.batch is not None and one.batch == other.batch


_Ranks = tuple[int, ...]


def _waits_for(rank: int, mine: Call, job: Job) -> tuple[_Ranks, _Ranks]:
    """The ranks that have not made a call, and those that made it behind another."""
    if mine.peer is not None:
        return _partner(rank, mine, job)
    ranks = job.groups[mine.group].ranks
    others = [other for other in ranks if other != rank]
    absent = tuple(other for other in others if not _has_come(mine, job.calls.get(other, {})))
    come = set(others) - set(absent)  # of thousands
    behind = tuple(other for other in others if other in come and key(mine) in job.late.get(other, ()))
    return absent, behind


def _partner(rank: int, mine: Call, job: Job) -> tuple[_Ranks, _Ranks]:
    """The other rank of a message, unless it is in the other half of it."""
    other = job.rank_of(mine)
    if other is None:
        return (), ()

    def has_half(calls: Sequence[Call]) -> bool:
        halves = (call for call in calls if call.group == mine.group and {call.op, mine.op} == {"send", "recv"})
        return any(job.rank_of(call) == rank for call in halves)

    if has_half(job.open.get(other, ())):
        return (), ()
    return ((), (other,)) if has_half(job.queued.get(other, ())) else ((other,), ())


def _has_come(mine: Call, theirs: Mapping[tuple[str, int], Call]) -> bool:
    """Whether a rank has made a call: the recorder is a ring that forgets the oldest."""
    found = theirs.get(key(mine))
    if found is not None:
        return difference(mine, found) == ""
    return any(group == mine.group and number > mine.number for group, number in theirs)


def in_a_ring(stands: Iterable[Stand]) -> set[int]:
    """The ranks that wait for each other.

    They are left when all ranks are taken away that wait for none of the others, or for which none of them waits.
    """
    waits = {stand.rank: set(stand.waits_for) for stand in stands if stand.call}
    left = set(waits)
    while True:
        kept = {rank for rank in left if waits[rank] & left}
        kept &= {other for rank in kept for other in waits[rank]}
        if kept == left:
            return left
        left = kept


def difference(one: Call, other: Call) -> str:
    """In what two calls that should be one differ: "differs", "shape", "dtype", or "" for in nothing.

    The rules are those of torch: torch/distributed/flight_recorder/components/types.py, `Op.match`.
    """
    if one.op != other.op:
        return "differs"
    if one.op not in _NO_INPUTS and one.inputs != other.inputs:
        return "shape"
    if one.op not in _NO_OUTPUTS and one.outputs != other.outputs:
        return "shape"
    if one.op not in _NO_DTYPES and [*map(set, one.dtypes)] != [*map(set, other.dtypes)]:
        return "dtype"
    return ""
