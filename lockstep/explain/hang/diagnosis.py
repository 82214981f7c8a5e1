"""Compare the calls of all ranks: which call a job stands in, who waits there for whom, who differs and who never came.

torch's own analyser, torchfrtrace, looks for the first call that does not match. This one also asks where each missing
rank is instead: in a call of another group, at a line of its stack, or gone without a dump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
        stack: where its program stood, from py-spy or faulthandler.
    """

    rank: int
    call: Call | None
    last: Call | None
    waits_for: tuple[int, ...] = ()
    stack: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """What holds a job up.

    Attributes:
        kind: "missing" (ranks did not come), "differs" (they made another call), "shape", "dtype", "two orders" (ranks
            wait for each other in several groups), "message" (a send or recv has no partner), "all there" (each rank
            is in the call), "all here" (each rank with a dump is, and the dumps do not say which ranks the group has),
            "some left" (all came, and only some have left), "nothing" (no rank waits) or "stacks" (there are stacks
            alone, which know no calls).
        group, number: the call that the job stands in.
        waiting: the ranks in it, those that made another call at its number among them.
        odd: with "differs", "shape", "dtype" and "stacks" the ranks that are fewer, or all if there are as many of
            each.
        missing: the ranks of the group that did not come.
        stands: where each rank stands, by rank.
        groups: all groups of the job.
        silent: ranks of the job without a dump.
        calls: what each of the waiting ranks called.
        left: those of them that have left the call, and ranks that the recorder only shows in a later one.
        is_guessed: whether no dump says which ranks the group has.
    """

    kind: str
    group: Group | None
    number: int
    waiting: tuple[int, ...]
    odd: tuple[int, ...]
    missing: tuple[int, ...]
    stands: tuple[Stand, ...]
    groups: tuple[Group, ...]
    silent: tuple[int, ...]
    calls: Mapping[int, Call] = field(default_factory=dict)
    left: tuple[int, ...] = ()
    is_guessed: bool = False


@dataclass(frozen=True)
class _Job:
    """All dumps, by rank: the collectives by group and number, the call that a rank has not left, the groups.

    `guessed` names the groups of which no dump says the ranks.
    """

    groups: Mapping[str, Group]
    calls: Mapping[int, Mapping[tuple[str, int], Call]]
    pending: Mapping[int, Call | None]
    guessed: frozenset[str]


def diagnose(dumps: Sequence[Dump], world_size: int = 0) -> Diagnosis:
    """What holds up the job that left these dumps.

    Args:
        world_size: how many ranks the job has, if dumps of the last ones are missing.
    """
    size = max([world_size, *(dump.size for dump in dumps)])
    groups = _named(dumps)
    job = _Job(
        _with_ranks(groups, dumps, size),
        {dump.rank: {_key(call): call for call in dump.calls if call.peer is None} for dump in dumps},
        {dump.rank: next((call for call in dump.calls if not call.is_done), None) for dump in dumps},
        frozenset(name for name, group in groups.items() if not group.ranks and not (size and _is_default(group))),
    )
    stands = tuple(
        Stand(
            rank=dump.rank,
            call=job.pending[dump.rank],
            last=dump.calls[-1] if dump.calls else None,
            waits_for=_waits_for(dump.rank, job),
            stack=dump.stack,
        )
        for dump in sorted(dumps, key=lambda dump: dump.rank)
    )
    if not any(dump.has_calls for dump in dumps):
        absent = set(range(world_size or stands[-1].rank + 1)) - set(job.pending)
        return Diagnosis("stacks", None, 0, (), _elsewhere(stands), (), stands, (), tuple(sorted(absent)))
    everybody = {*range(size), *(rank for group in job.groups.values() for rank in group.ranks)}
    silent = everybody - set(job.pending)
    return _judge(stands, job, tuple(sorted(silent)))


def _elsewhere(stands: Sequence[Stand]) -> tuple[int, ...]:
    """The ranks whose stacks do not stand where those of most ranks do; all if there are as many at each place."""
    counts = Counter(stand.stack for stand in stands).most_common()
    most = counts[0] if len(counts) == 1 or counts[0][1] > counts[1][1] else ("", 0)
    return tuple(stand.rank for stand in stands if stand.stack != most[0])


def _is_default(group: Group) -> bool:
    return group.description == "default_pg"


def _named(dumps: Sequence[Dump]) -> dict[str, Group]:
    """All groups, with their ranks where a dump says them."""
    groups: dict[str, Group] = {}
    for dump in dumps:
        for group in dump.groups:
            if group.name not in groups or (group.ranks and not groups[group.name].ranks):
                groups[group.name] = group
    return groups


def _with_ranks(groups: Mapping[str, Group], dumps: Sequence[Dump], size: int) -> dict[str, Group]:
    """All groups with their ranks: those of the dumps, else the callers; of the default group all ranks."""
    callers: dict[str, set[int]] = {}
    for dump in dumps:
        for call in dump.calls:
            callers.setdefault(call.group, set()).add(dump.rank)
    everybody = range(max([size, *(dump.rank + 1 for dump in dumps)]))
    return {
        name: group
        if group.ranks
        else replace(group, ranks=tuple(everybody if _is_default(group) else sorted(callers.get(name, ()))))
        for name, group in groups.items()
    }


def _waits_for(rank: int, job: _Job) -> tuple[int, ...]:
    """The ranks that are not where a rank waits for them."""
    mine = job.pending[rank]
    if mine is None:
        return ()
    group = job.groups[mine.group]
    if mine.peer is not None:
        return _partner(mine, job.pending, group)
    return tuple(other for other in group.ranks if other != rank and not _has_come(mine, job.calls.get(other, {})))


def _partner(mine: Call, pending: Mapping[int, Call | None], group: Group) -> tuple[int, ...]:
    """The other rank of a message, unless it is in the other half of it."""
    if not 0 <= (mine.peer or 0) < len(group.ranks):
        return ()
    other = group.ranks[mine.peer or 0]
    theirs = pending.get(other)
    is_half = theirs is not None and theirs.group == mine.group and {theirs.op, mine.op} == {"send", "recv"}
    return () if is_half else (other,)


def _has_come(mine: Call, theirs: Mapping[tuple[str, int], Call]) -> bool:
    """Whether a rank is in a call, or was: the recorder is a ring that forgets the oldest."""
    found = theirs.get((mine.group, mine.number))
    if found is not None:
        return difference(mine, found) == ""
    return any(group == mine.group and number > mine.number for group, number in theirs)


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


def _judge(stands: tuple[Stand, ...], job: _Job, silent: tuple[int, ...]) -> Diagnosis:
    """The call that holds up all others: one in which ranks wait for a rank that waits in none."""
    by_rank = {stand.rank: stand for stand in stands}
    waiting = [stand for stand in stands if stand.call]
    facts = stands, tuple(job.groups.values()), silent
    for is_root in (_all_elsewhere, _one_beside, _any_waits):
        for stand in waiting:
            if is_root(stand, [by_rank.get(rank) for rank in stand.waits_for]):
                return _found(stand, by_rank, job, facts)
    if waiting:
        return _found(waiting[0], by_rank, job, facts)
    return Diagnosis("nothing", None, 0, (), (), (), *facts)


def _all_elsewhere(_: Stand, others: Sequence[Stand | None]) -> bool:
    return bool(others) and all(map(_is_elsewhere, others))


def _is_elsewhere(other: Stand | None) -> bool:
    """Whether a rank is in no call, or left no dump."""
    return other is None or other.call is None


def _one_beside(stand: Stand, others: Sequence[Stand | None]) -> bool:
    """Whether a rank is at the same number of the same group, so in another call."""
    mine = stand.call
    return any(mine and other and other.call and _key(mine) == _key(other.call) for other in others)


def _any_waits(_: Stand, others: Sequence[Stand | None]) -> bool:
    return bool(others)


_Facts = tuple[tuple[Stand, ...], tuple[Group, ...], tuple[int, ...]]


def _found(stand: Stand, by_rank: Mapping[int, Stand], job: _Job, facts: _Facts) -> Diagnosis:
    """The diagnosis of the call that a rank stands in."""
    call = stand.call
    assert call is not None
    group = job.groups[call.group]
    if call.peer is not None:
        return Diagnosis("message", group, call.number, (stand.rank,), (), stand.waits_for, *facts)
    here = {rank: calls[_key(call)] for rank, calls in sorted(job.calls.items()) if _key(call) in calls}
    missing = tuple(rank for rank in stand.waits_for if rank not in here)
    left = tuple(rank for rank in group.ranks if rank not in missing and _has_left(rank, call, here, job))
    kinds = {difference(call, other) for other in here.values()}
    kind = next((kind for kind in ("differs", "shape", "dtype") if kind in kinds), "")
    odd = _fewer(here, kind) if kind else ()
    is_guessed = call.group in job.guessed
    if not kind and not missing:
        kind = "some left" if left else "all here" if is_guessed else "all there"
    elif not kind:
        kind = "missing" if any(_is_elsewhere(by_rank.get(rank)) for rank in missing) else "two orders"
    return Diagnosis(kind, group, call.number, tuple(here), odd, missing, *facts, here, left, is_guessed)


def _has_left(rank: int, call: Call, here: Mapping[int, Call], job: _Job) -> bool:
    """Whether a rank that has come to a call is no longer in it."""
    return rank in job.calls and (rank not in here or here[rank].is_done)


def _key(call: Call) -> tuple[str, int]:
    return call.group, call.number


def _fewer(calls: Mapping[int, Call], kind: str) -> tuple[int, ...]:
    """The ranks whose call is not the one that most made; all of them if there are as many of each."""
    parts: list[list[int]] = []
    for rank in sorted(calls):
        part = next((part for part in parts if difference(calls[part[0]], calls[rank]) != kind), None)
        parts.append([rank]) if part is None else part.append(rank)
    parts.sort(key=len)
    odd = parts if len(parts) > 1 and len(parts[-1]) == len(parts[-2]) else parts[:-1]
    return tuple(sorted(rank for part in odd for rank in part))
