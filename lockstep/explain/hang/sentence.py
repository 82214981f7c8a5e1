"""A diagnosis in sentences: what the job stands in, and where each rank is that did not come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lockstep.explain.hang import names
from lockstep.explain.hang.diagnosis import Diagnosis
from lockstep.explain.hang.dump import Call
from lockstep.explain.hang.standing import Stand

_UNKNOWN = (
    "Stacks alone tell neither the number nor the group of a call, nor who waits for whom. "
    "With NCCL a rank may go on after the call that hangs, until it needs the result."
)
_NAMED = 3  # ranks of which is told where they are instead


def sentences(diagnosis: Diagnosis) -> list[str]:
    """The first says what holds the job up."""
    by_rank = {stand.rank: stand for stand in diagnosis.stands}
    known = [rank for rank in diagnosis.missing if rank in by_rank and diagnosis.kind != "moved"]
    told: Sequence[int] = ()
    said = [sentence(_FIRST[diagnosis.kind](diagnosis))]
    if diagnosis.odd and known:
        said.append(sentence(f"{names.of_ranks(known)} did not come at all"))
    if diagnosis.kind == "missing" and not known:
        told = diagnosis.missing
        its, they = ("its dump is", "it") if len(told) == 1 else ("their dumps are", "they")
        said.append(sentence(f"{they} may have died, or gone another way, or {its} not here"))
    said += [sentence(text) for rank in known[:_NAMED] for text in _elsewhere(by_rank[rank], diagnosis)]
    if ranks := may_be_in_a_message(diagnosis):
        said.append(f"With gloo the recorder may not hold send and recv, so {names.of_ranks(ranks)} may wait in one.")
    if diagnosis.is_guessed and diagnosis.kind in ("all here", "some left", "may move"):
        said.append("The dumps do not say which ranks the group has, so more may be missing.")
    if diagnosis.kind == "some left":
        said.append("The recorder does not hold the root, the reduce op and the split sizes, which may differ.")
    if diagnosis.kind == "moved":
        said.append("They do not show which rank holds the job up, or whether one does.")
    if diagnosis.kind == "nothing":
        said.append("With gloo it may not hold send and recv.")
    if silent := sorted(set(diagnosis.silent) - set(told)):
        what = "stack" if diagnosis.kind == "stacks" else "dump"
        said.append(sentence(f"there is no {what} of {names.of_ranks(silent)}"))
    if diagnosis.kind == "stacks":
        said.append(_UNKNOWN)
    return said


def may_be_in_a_message(diagnosis: Diagnosis) -> list[int]:
    """The ranks that did not come and are in no call, where the recorder would not show that they are in a message."""
    if diagnosis.kind == "moved" or not any(call.is_gloo for call in diagnosis.calls.values()):
        return []
    return [stand.rank for stand in diagnosis.stands if stand.rank in diagnosis.missing and stand.call is None]


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def _place(diagnosis: Diagnosis) -> str:
    assert diagnosis.group is not None
    return f"call {diagnosis.number} of {names.of_group(diagnosis.group)}"


def _call(diagnosis: Diagnosis) -> str:
    return names.of_call(next(iter(diagnosis.calls.values()), None))


def _waiting(diagnosis: Diagnosis) -> str:
    ranks = [rank for rank in diagnosis.waiting if rank not in diagnosis.left]
    verb = "waits" if len(ranks) == 1 else "wait"
    return f"{names.of_ranks(ranks)} {verb} in {_place(diagnosis)}, {_call(diagnosis)}"


def _nothing(diagnosis: Diagnosis) -> str:
    if any(stand.last for stand in diagnosis.stands):
        return "the recorder shows no rank that waits in a collective"
    return "the recorder holds no call of these ranks"


def _stacks(diagnosis: Diagnosis) -> str:
    """Where the stacks stand, first the place of the fewest ranks."""
    places: dict[str, list[int]] = {}
    for stand in diagnosis.stands:
        places.setdefault(stand.stack, []).append(stand.rank)
    ordered = sorted(places.items(), key=lambda place: (len(place[1]), place[1]))
    if len(ordered) == 1:
        ((place, ranks),) = ordered
        return f"{names.of_ranks(ranks)} {'stands' if len(ranks) == 1 else 'stand'} at {place}"
    shown = names.named(len(ordered), _NAMED)
    each = ", ".join(f"{names.of_ranks(ranks)} at {place}" for place, ranks in ordered[:shown])
    more = f", and others at {len(ordered) - shown} places more" if len(ordered) > shown else ""
    return f"the ranks stand at {len(ordered)} places: {each}{more}"


def _missing(diagnosis: Diagnosis) -> str:
    """A rank without a dump may be in the call, so only of the others it is said that they did not come."""
    with_dump = {stand.rank for stand in diagnosis.stands}
    if known := [rank for rank in diagnosis.missing if rank in with_dump]:
        return f"{names.of_ranks(known)} did not come: {_waiting(diagnosis)}"
    return f"{names.of_ranks(diagnosis.missing)} left no dump, and {_waiting(diagnosis)}"


def _two_orders(diagnosis: Diagnosis) -> str:
    verb = "is" if len(diagnosis.missing) == 1 else "are"
    behind = next((stand.behind for stand in diagnosis.stands if stand.rank == diagnosis.waiting[0]), ())
    where = "still in an earlier call" if set(diagnosis.missing) <= set(behind) else "in another call and cannot come"
    return f"{_waiting(diagnosis)}, for {names.of_ranks(diagnosis.missing)}, which {verb} {where}"


def _all_there(diagnosis: Diagnosis) -> str:
    return f"all ranks of the group are in {_place(diagnosis)}, {_call(diagnosis)}, and none of them can leave it"


def _alone(diagnosis: Diagnosis) -> str:
    who = names.of_ranks(diagnosis.waiting)
    here = f"{_place(diagnosis)}, {_call(diagnosis)}"
    return f"{who} is in {here}, and is the only rank of this group: it waits for no other rank"


def _all_here(diagnosis: Diagnosis) -> str:
    return f"all ranks whose dumps are here are in {_place(diagnosis)}, {_call(diagnosis)}"


def _some_left(diagnosis: Diagnosis) -> str:
    verb = "has" if len(diagnosis.left) == 1 else "have"
    return f"{_waiting(diagnosis)}, which {names.of_ranks(diagnosis.left)} {verb} left"


def _may_move(diagnosis: Diagnosis) -> str:
    return f"{_some_left(diagnosis)}; no rank is known to be missing, so {_moved_or_failed(diagnosis)}"


def _moved(diagnosis: Diagnosis) -> str:
    """That the dumps are of several moments is sure only where no call failed: gloo also retires one that did."""
    left, without = names.of_ranks(diagnosis.left), names.of_ranks(diagnosis.missing)
    verb, made = ("has" if len(ranks) == 1 else "have" for ranks in (diagnosis.left, diagnosis.missing))
    shown = f"{left} {verb} left {_place(diagnosis)}, {_call(diagnosis)}, which {without} {made} not made"
    return f"the dumps do not fit one moment: {shown}, so {_moved_or_failed(diagnosis)}"


def _moved_or_failed(diagnosis: Diagnosis) -> str:
    return f"the job moved while it was dumped, or the call failed on {names.of_ranks(diagnosis.left)}"


def _message(diagnosis: Diagnosis) -> str:
    rank, call = _of_message(diagnosis)
    whom = names.of_ranks(diagnosis.missing) if diagnosis.missing else f"number {call.peer} of the group"
    return f"rank {rank} waits in {names.of_call(call)} for {whom}"


def _both_halves(diagnosis: Diagnosis) -> str:
    rank, call = _of_message(diagnosis)
    assert diagnosis.group is not None
    other = diagnosis.group.ranks[call.peer or 0]
    return f"rank {rank} waits in {names.of_call(call)} for rank {other}, which has made the other half of it"


def _of_message(diagnosis: Diagnosis) -> tuple[int, Call]:
    (rank,) = diagnosis.waiting
    call = next(stand.call for stand in diagnosis.stands if stand.rank == rank)
    assert call is not None
    return rank, call


def _of_several(what: str) -> Callable[[Diagnosis], str]:
    """Says which ranks made which call, those that are fewer first, and whether they are still in it."""

    def first(diagnosis: Diagnosis) -> str:
        named: dict[str, list[int]] = {}
        for rank, call in diagnosis.calls.items():
            name = names.of_call(call, has_dtypes=diagnosis.kind == "dtype")
            named.setdefault(f"{name} (left)" if call.is_done else name, []).append(rank)
        ordered = sorted(named.items(), key=lambda item: (len(item[1]), item[1]))
        calls = ", ".join(f"{names.of_ranks(ranks)} in {name}" for name, ranks in ordered)
        return f"{_place(diagnosis)} {what}: {calls}"

    return first


_FIRST: Mapping[str, Callable[[Diagnosis], str]] = {
    "nothing": _nothing,
    "stacks": _stacks,
    "missing": _missing,
    "two orders": _two_orders,
    "all there": _all_there,
    "alone": _alone,
    "all here": _all_here,
    "some left": _some_left,
    "may move": _may_move,
    "moved": _moved,
    "message": _message,
    "both halves": _both_halves,
    "differs": _of_several("is not the same call on all ranks"),
    "shape": _of_several("has tensors of several shapes"),
    "dtype": _of_several("has tensors of several dtypes"),
}


def _elsewhere(stand: Stand, diagnosis: Diagnosis) -> Sequence[str]:
    """Where a rank is that did not come."""
    rank = stand.rank
    at = [f"it stands at {stand.stack}"] if stand.stack else []
    if stand.call:
        waits = f"rank {rank} waits in {_number(stand.call, diagnosis)}, for {names.of_ranks(stand.waits_for)}"
        return [waits, *at]
    call = "collective" if rank in may_be_in_a_message(diagnosis) else "call"
    if stand.last is None:
        return [f"rank {rank} has made no {call}", *at]
    where = f", from {stand.last.where}" if stand.last.where else ""
    return [f"rank {rank} is in no {call}; its last was {_number(stand.last, diagnosis)}{where}", *at]


def _number(call: Call, diagnosis: Diagnosis) -> str:
    group = next(group for group in diagnosis.groups if group.name == call.group)
    return f"{names.of_call(call)}, call {call.number} of {names.of_group(group)}"
