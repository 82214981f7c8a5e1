"""A diagnosis in sentences: what the job stands in, and where each rank is that did not come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lockstep.explain.hang import names
from lockstep.explain.hang.diagnosis import Diagnosis, Stand
from lockstep.explain.hang.dump import Call

_UNKNOWN = (
    "Stacks alone tell neither the number nor the group of a call, nor who waits for whom. "
    "With NCCL a rank may go on after the call that hangs, until it needs the result."
)
_NAMED = 3  # ranks of which is told where they are instead


def sentences(diagnosis: Diagnosis) -> list[str]:
    """The first says what holds the job up."""
    by_rank = {stand.rank: stand for stand in diagnosis.stands}
    named = diagnosis.missing[:_NAMED]
    said = [sentence(_FIRST[diagnosis.kind](diagnosis))]
    if diagnosis.odd and diagnosis.missing:
        said.append(sentence(f"{names.of_ranks(diagnosis.missing)} did not come at all"))
    said += [sentence(text) for rank in named for text in _elsewhere(rank, by_rank.get(rank), diagnosis)]
    if silent := [rank for rank in diagnosis.silent if rank not in named]:
        what = "stack" if diagnosis.kind == "stacks" else "dump"
        said.append(sentence(f"there is no {what} of {names.of_ranks(silent)}"))
    if diagnosis.kind == "stacks":
        said.append(_UNKNOWN)
    return said


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def _place(diagnosis: Diagnosis) -> str:
    assert diagnosis.group is not None
    return f"call {diagnosis.number} of {names.of_group(diagnosis.group)}"


def _calls(diagnosis: Diagnosis) -> dict[int, Call]:
    """The call of each rank that has come to the call of the diagnosis and not left it."""
    return {stand.rank: stand.call for stand in diagnosis.stands if stand.call and stand.rank in diagnosis.waiting}


def _call(diagnosis: Diagnosis) -> str:
    return names.of_call(next(iter(_calls(diagnosis).values()), None))


def _waiting(diagnosis: Diagnosis) -> str:
    verb = "waits" if len(diagnosis.waiting) == 1 else "wait"
    return f"{names.of_ranks(diagnosis.waiting)} {verb} in {_place(diagnosis)}, {_call(diagnosis)}"


def _nothing(_: Diagnosis) -> str:
    return "no rank waits in a collective"


def _stacks(diagnosis: Diagnosis) -> str:
    """Where the stacks stand, first the place of the fewest ranks."""
    places: dict[str, list[int]] = {}
    for stand in diagnosis.stands:
        places.setdefault(stand.stack, []).append(stand.rank)
    ordered = sorted(places.items(), key=lambda place: (len(place[1]), place[1]))
    if len(ordered) == 1:
        ((place, ranks),) = ordered
        return f"{names.of_ranks(ranks)} {'stands' if len(ranks) == 1 else 'stand'} at {place}"
    each = ", ".join(f"{names.of_ranks(ranks)} at {place}" for place, ranks in ordered[:_NAMED])
    more = f", and others at {len(ordered) - _NAMED} places more" if len(ordered) > _NAMED else ""
    return f"the ranks stand at {len(ordered)} places: {each}{more}"


def _missing(diagnosis: Diagnosis) -> str:
    return f"{names.of_ranks(diagnosis.missing)} did not come: {_waiting(diagnosis)}"


def _two_orders(diagnosis: Diagnosis) -> str:
    verb = "is" if len(diagnosis.missing) == 1 else "are"
    return (
        f"{_waiting(diagnosis)}, for {names.of_ranks(diagnosis.missing)}, which {verb} in another call and cannot come"
    )


def _all_there(diagnosis: Diagnosis) -> str:
    return f"all ranks of the group are in {_place(diagnosis)}, {_call(diagnosis)}, and none of them can leave it"


def _message(diagnosis: Diagnosis) -> str:
    return f"{names.of_ranks(diagnosis.waiting)} waits in {_call(diagnosis)} for {names.of_ranks(diagnosis.missing)}"


def _of_several(what: str) -> Callable[[Diagnosis], str]:
    """Says which ranks made which call, those that are fewer first."""

    def first(diagnosis: Diagnosis) -> str:
        named: dict[str, list[int]] = {}
        for rank, call in _calls(diagnosis).items():
            named.setdefault(names.of_call(call, has_dtypes=diagnosis.kind == "dtype"), []).append(rank)
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
    "message": _message,
    "differs": _of_several("is not the same call on all ranks"),
    "shape": _of_several("has tensors of several shapes"),
    "dtype": _of_several("has tensors of several dtypes"),
}


def _elsewhere(rank: int, stand: Stand | None, diagnosis: Diagnosis) -> Sequence[str]:
    """Where a rank is that did not come."""
    if stand is None:
        return [f"rank {rank} left no dump, so it may have died"]
    at = [f"it stands at {stand.stack}"] if stand.stack else []
    if stand.call:
        waits = f"rank {rank} waits in {_number(stand.call, diagnosis)}, for {names.of_ranks(stand.waits_for)}"
        return [waits, *at]
    if stand.last is None:
        return [f"rank {rank} has made no call", *at]
    where = f", from {stand.last.where}" if stand.last.where else ""
    return [f"rank {rank} is in no call; its last was {_number(stand.last, diagnosis)}{where}", *at]


def _number(call: Call, diagnosis: Diagnosis) -> str:
    group = next(group for group in diagnosis.groups if group.name == call.group)
    return f"{names.of_call(call)}, call {call.number} of {names.of_group(group)}"
