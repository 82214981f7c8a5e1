"""The verdict on logs of `TORCH_DISTRIBUTED_DEBUG=DETAIL`, in the words of the verdict on dumps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lockstep.explain.hang import names, report, sentence
from lockstep.explain.hang.messages import Mismatch, Missed, Print, Reached, Told
from lockstep.problem import visible

_UNREAD = "a call that torch cannot name"
_SEVERAL = {  # by kind
    "differs": "is not the same call on all ranks",
    "shape": "has tensors of several shapes",
    "dtype": "has tensors of several dtypes",
    "device": "has tensors on several devices",
}


def as_text(told: Mapping[int, Told], world_size: int = 0) -> str:
    """Sentences, a table of ranks, what to do and where to read on."""
    differing = {rank: one.said for rank, one in told.items() if isinstance(one.said, Mismatch)}
    kind, said, rows = _of_mismatch(differing, told) if differing else _of_barrier(told)
    silent = sorted(set(range(max([world_size, *told, *(rank + 1 for rank in rows)]))) - set(told))
    if silent:
        said.append(f"there is no line of {names.of_ranks(silent)} in the logs")
    table = report.table(("rank", "stands in", "call", "at") if differing else ("rank", "stands in", "at"), rows)
    todo, page = report.TODO["differs" if kind == "device" else kind]
    text = " ".join(map(sentence.sentence, said))
    return visible(f"{text}\n\n{table}\n\nWhat to do: {todo}\nPage:       docs/{page}")


_Verdict = tuple[str, list[str], dict[int, tuple[str, ...]]]


def _of_mismatch(said: Mapping[int, Mismatch], told: Mapping[int, Told]) -> _Verdict:
    """Who made which call: what each rank says of itself, else what another says of it where that can be trusted."""
    is_world = all(rank == one.rank for rank, one in said.items())
    number = min(one.own.number for one in said.values())
    calls: dict[int, Print | None] = {rank: one.own for rank, one in said.items() if one.own.number == number}
    if is_world:
        for one in said.values():
            if one.own.number == number and one.other not in said and calls.get(one.other) is None:
                calls[one.other] = one.others if _is_whole(one) else None
    kind = _kind([call for call in calls.values() if call])
    if len(calls) == 1 and (whole := next((one for one in said.values() if _is_whole(one)), None)):
        kind = _kind([whole.own, whole.others])
    named: dict[str, list[int]] = {}
    for rank, call in sorted(calls.items()):
        named.setdefault(_name(call, kind), []).append(rank)
    ordered = sorted(named.items(), key=lambda item: (len(item[1]), item[1]))
    each = ", ".join(f"{names.of_ranks(ranks)} in {name}" for name, ranks in ordered)
    group = "the group" if is_world else "a smaller group"
    text = [f"call {number} of {group} {_SEVERAL[kind]}: {each}"]
    if not is_world:
        text += [line for rank in calls if (line := _partner(said[rank], said, kind))]
    rows: dict[int, tuple[str, ...]] = {
        rank: (_name(call, kind), f"{call.number} of {group}" if call else "", told[rank].at if rank in told else "")
        for rank, call in sorted(calls.items())
    }
    rows |= {
        rank: (_name(one.own, kind), f"{one.own.number} of {group}", told[rank].at)
        for rank, one in said.items()
        if rank not in rows
    }
    text += [_raised(rank, one) for rank, one in told.items() if rank not in rows and one.error]
    return kind, text, rows


def _partner(one: Mismatch, said: Mapping[int, Mismatch], kind: str) -> str:
    """In a smaller group: a rank of it that has no message of its own, by its number in the group."""
    if any(other.rank == one.other for other in said.values()):
        return ""
    call = _name(one.others, kind) if _is_whole(one) else _UNREAD
    return f"rank {one.other} of that group, as it counts, is in {call}"


def _is_whole(one: Mismatch) -> bool:
    """Whether what a rank says of another can be right: torch tears a call whose tensors have other dimensions."""
    return one.others.shape is not None and one.own.shape is not None


def _kind(calls: Sequence[Print]) -> str:
    """In what the calls differ, as in the verdict on dumps."""
    if len(calls) < 2 or len({call.op for call in calls}) > 1:
        return "differs"
    if len({call.shape for call in calls}) > 1:
        return "shape"
    if len({call.dtype for call in calls}) > 1:
        return "dtype"
    return "device" if len({call.device for call in calls}) > 1 else "differs"


def _name(call: Print | None, kind: str) -> str:
    if call is None:
        return _UNREAD
    shape = [] if call.shape is None else [f"[{', '.join(map(str, call.shape))}]"]
    more = [call.dtype] * (kind == "dtype") + [call.device] * (kind == "device")
    return " ".join([call.op, *shape, *more]).rstrip()


def _of_barrier(told: Mapping[int, Told]) -> _Verdict:
    """Who did not come, by those that waited."""
    said = {rank: one.said for rank, one in told.items() if one.said is not None}
    is_world = all(rank == one.rank for rank, one in said.items())
    firsts = {rank: one for rank, one in said.items() if isinstance(one, Missed)}
    first = next(iter(firsts.values()), None)
    missing = first.missing if first else (0,)
    waiting = [rank for rank in said if not is_world or rank not in missing]
    op = next((told[rank].op for rank in waiting if told[rank].op), "a call")
    seconds = f"{first.milliseconds / 1000:g} s " if first else ""
    waited = f"{names.of_ranks(waiting)} waited {seconds}in {op}"
    if not missing:
        text = [f"not all ranks came in time: {waited}"]
    else:
        place = "" if is_world else " of a smaller group, as it counts,"
        text = [f"{names.of_ranks(missing)}{place} did not come: {waited}"]
    if first and missing and not first.is_all:
        text.append("the first rank of a group stops at the first that it misses, so more may be missing")
    rows: dict[int, tuple[str, ...]] = {rank: (told[rank].op or "a call", told[rank].at) for rank in said}
    if is_world:
        text += [_elsewhere(rank, told[rank]) for rank in missing if rank in told]
        rows |= {rank: ("has not come", "") for rank in missing if rank not in said}
    return "missing", text, dict(sorted(rows.items()))


def _elsewhere(rank: int, one: Told) -> str:
    """Where a rank is that did not come."""
    if one.error:
        return _raised(rank, one)
    if isinstance(one.said, Reached | Missed):
        at = f", at {one.at}" if one.at else ""
        return f"rank {rank} waited in {one.op or 'a call'}, too{at}: in another group, or it came too late"
    return f"rank {rank} says nothing of it"


def _raised(rank: int, one: Told) -> str:
    where = f", at {one.error_at}" if one.error_at else ""
    return f"rank {rank} raised {one.error[:300].rstrip('.')}{where}"
