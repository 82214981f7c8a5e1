"""Compare the calls of all ranks: which call a job stands in, who waits there for whom, who differs and who never came.

torch's own analyser, torchfrtrace, looks for the first call that does not match. This one also asks where each missing
rank is instead: in a call of another group, at a line of its stack, or gone without a dump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lockstep.explain.hang.dump import Call, Dump, Group
from lockstep.explain.hang.groups import is_default, named, with_ranks
from lockstep.explain.hang.moments import ends_together, step
from lockstep.explain.hang.standing import Job, Stand, difference, in_a_ring, key, stands


@dataclass(frozen=True)
class Diagnosis:
    """What holds a job up.

    Attributes:
        kind: "missing" (ranks did not come), "differs" (they made another call), "shape", "dtype", "two orders" (ranks
            wait for each other in several groups), "message" (a send or recv has no partner), "both halves" (it has
            one), "all there" (each rank is in the call), "alone" (the same, and the group has one rank), "all here"
            (each rank with a dump is, and the dumps do not say which ranks the group has), "some left" (all came, and
            only some have left), "may move" (the same, of a call that ends on all ranks together), "moved" (ranks have
            left a call that others have not made, so the dumps are of several moments), "nothing" (no rank waits) or
            "stacks" (there are stacks alone, which know no calls).
        group, number: the call that the job stands in.
        waiting: the ranks in it, those that made another call at its number among them.
        odd: with "differs", "shape", "dtype" and "stacks" the ranks that are fewer, or all if there are as many of
            each.
        missing: the ranks of the group that did not come, or with "two orders" came to another call first, or with
            "moved" had not made the call when they were dumped.
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


def diagnose(dumps: Sequence[Dump], world_size: int = 0) -> Diagnosis:
    """What holds up the job that left these dumps.

    Args:
        world_size: how many ranks the job has, if dumps of the last ones are missing.
    """
    size = max([world_size, *(dump.size for dump in dumps)])
    groups = named(dumps)
    guessed = {name for name, group in groups.items() if not group.ranks and not (size and is_default(group))}
    job = Job(with_ranks(groups, dumps, size), guessed, dumps)
    standing = stands(job, dumps)
    if not any(dump.has_calls for dump in dumps):
        absent = set(range(world_size or standing[-1].rank + 1)) - set(job.calls)
        return Diagnosis("stacks", None, 0, (), _elsewhere(standing), (), standing, (), tuple(sorted(absent)))
    everybody = {*range(size), *(rank for group in job.groups.values() for rank in group.ranks)}
    return _judge(standing, job, tuple(sorted(everybody - set(job.calls))))


def _elsewhere(stands: Sequence[Stand]) -> tuple[int, ...]:
    """The ranks whose stacks do not stand where those of most ranks do; all if there are as many at each place."""
    counts = Counter(stand.stack for stand in stands).most_common()
    most = counts[0] if len(counts) == 1 or counts[0][1] > counts[1][1] else ("", 0)
    return tuple(stand.rank for stand in stands if stand.stack != most[0])


def _judge(stands: tuple[Stand, ...], job: Job, silent: tuple[int, ...]) -> Diagnosis:
    """What the call says that holds up all others."""
    by_rank = {stand.rank: stand for stand in stands}
    facts = stands, tuple(job.groups.values()), silent
    root = _root(stands, by_rank, job)
    nothing = Diagnosis("nothing", None, 0, (), (), (), *facts)
    found = _found(root, by_rank, job, facts) if root else nothing
    if found.odd or not (moved := step(job)):  # calls at one number that differ do so at any moment
        return found
    alone = tuple(replace(stand, waits_for=(), behind=()) for stand in stands)
    number = next(iter(moved.calls.values())).number
    facts = alone, *facts[1:]
    left = tuple(moved.calls)
    return Diagnosis("moved", moved.group, number, (), (), moved.without, *facts, moved.calls, left)


def _root(stands: Sequence[Stand], by_rank: Mapping[int, Stand], job: Job) -> Stand | None:
    """A rank in the call that holds up all others; None if no rank waits.

    It waits for ranks that wait in no call; or else one that it waits for is in another call at the same number, or
    waits for it in turn, or is in another message with it; or else it waits for nobody, and others wait for it.
    """
    waiting = [stand for stand in stands if stand.call]
    ring = in_a_ring(waiting)
    awaited = {rank for stand in waiting for rank in stand.waits_for}
    roots = (
        [stand for stand in waiting if (others := _absent(stand, by_rank)) and all(map(_is_elsewhere, others))],
        [stand for stand in waiting if _is_beside_one(stand, _absent(stand, by_rank))],
        [stand for stand in waiting if stand.rank in ring],
        [stand for stand in waiting if _is_in_other_half(stand, _absent(stand, by_rank), job)],
        [stand for stand in waiting if any(map(_is_elsewhere, _absent(stand, by_rank)))],
        [stand for stand in waiting if stand.rank in awaited and not stand.waits_for],
        waiting,
    )
    return next((found[0] for found in roots if found), None)


def _absent(stand: Stand, by_rank: Mapping[int, Stand]) -> list[Stand | None]:
    """The ranks that have not made the call of another."""
    return [by_rank.get(rank) for rank in stand.waits_for if rank not in stand.behind]


def _is_elsewhere(other: Stand | None) -> bool:
    """Whether a rank is in no call, or left no dump."""
    return other is None or other.call is None


def _is_beside_one(stand: Stand, others: Sequence[Stand | None]) -> bool:
    """Whether a rank is at the same number of the same group, so in another call. Each rank counts its own messages."""
    mine = stand.call
    if mine is None or mine.peer is not None:
        return False
    calls = [other.call for other in others if other and other.call]
    return any(key(mine) == key(call) and call.peer is None for call in calls)


def _is_in_other_half(stand: Stand, others: Sequence[Stand | None], job: Job) -> bool:
    """Whether the other rank of a message is in a message with this rank, which is not its other half."""
    if stand.call is None or stand.call.peer is None:
        return False
    calls = [other.call for other in others if other and other.call and other.call.group == stand.call.group]
    return any(job.rank_of(call) == stand.rank for call in calls)


_Facts = tuple[tuple[Stand, ...], tuple[Group, ...], tuple[int, ...]]


def _found(stand: Stand, by_rank: Mapping[int, Stand], job: Job, facts: _Facts) -> Diagnosis:
    """The diagnosis of the call that a rank stands in."""
    call = stand.call
    assert call is not None
    group = job.groups[call.group]
    if call.peer is not None:
        kind = "message" if stand.waits_for or job.rank_of(call) is None else "both halves"
        return Diagnosis(kind, group, call.number, (stand.rank,), (), stand.waits_for, *facts)
    here = {rank: calls[key(call)] for rank, calls in sorted(job.calls.items()) if key(call) in calls}
    missing = tuple(rank for rank in stand.waits_for if rank not in here)
    if not missing and all(difference(call, other) == "" for other in here.values()):
        missing = stand.behind
        here = {rank: other for rank, other in here.items() if rank not in missing}
    without = set(missing)  # of thousands
    left = tuple(rank for rank in group.ranks if rank not in without and _has_left(rank, call, here, job))
    kinds = {difference(call, other) for other in here.values()}
    kind = next((kind for kind in ("differs", "shape", "dtype") if kind in kinds), "")
    odd = _fewer(here, kind) if kind else ()
    is_guessed = call.group in job.guessed
    if not kind and not missing:
        some_left = "may move" if ends_together(call) else "some left"
        kind = some_left if left else "all here" if is_guessed else "alone" if len(group.ranks) == 1 else "all there"
    elif not kind:
        kind = "missing" if any(_is_elsewhere(by_rank.get(rank)) for rank in missing) else "two orders"
    return Diagnosis(kind, group, call.number, tuple(here), odd, missing, *facts, here, left, is_guessed)


def _has_left(rank: int, call: Call, here: Mapping[int, Call], job: Job) -> bool:
    """Whether a rank that has come to a call is no longer in it."""
    return rank in job.calls and (rank not in here or here[rank].is_done)


def _fewer(calls: Mapping[int, Call], kind: str) -> tuple[int, ...]:
    """The ranks whose call is not the one that most made; all of them if there are as many of each."""
    parts: list[list[int]] = []
    for rank in sorted(calls):
        part = next((part for part in parts if difference(calls[part[0]], calls[rank]) != kind), None)
        parts.append([rank]) if part is None else part.append(rank)
    parts.sort(key=len)
    odd = parts if len(parts) > 1 and len(parts[-1]) == len(parts[-2]) else parts[:-1]
    return tuple(sorted(rank for part in odd for rank in part))
