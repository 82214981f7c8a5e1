"""Ranks, groups and calls in few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from lockstep.explain.hang.dump import Call, Group

_RANGES = 6  # ranges of ranks that a list names


def of_ranks(ranks: Sequence[int]) -> str:
    """Some ranks, such as "ranks 0 to 3, 5"; "nobody" for none."""
    return f"rank{'s' * (len(ranks) != 1)} {of_numbers(ranks)}" if ranks else "nobody"


def of_numbers(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as "0 to 3, 5"; of many ranges the first."""
    parts = []
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        ends = [number for _, number in run]
        parts.append(f"{ends[0]} to {ends[-1]}" if len(ends) > 2 else ", ".join(map(str, ends)))
    shown = named(len(parts), _RANGES)
    return ", ".join(parts[:shown]) + (f" and {len(parts) - shown} ranges more" if len(parts) > shown else "")


def named(count: int, most: int) -> int:
    """How many of some things are named. One more than the most is, too, for the name is as short as "1 more"."""
    return count if count <= most + 1 else most


def of_group(group: Group) -> str:
    """A group: "the default group", or by what its program calls it, or by the name that torch gave it."""
    if group.description == "default_pg":
        return "the default group"
    return f"group {group.name}" if group.description in ("", "undefined") else f"group {group.description}"


def of_call(call: Call | None, has_dtypes: bool = False) -> str:
    """A call with the shapes of its first tensors, such as "all_reduce [4, 8]"."""
    if call is None:
        return "no call"
    shapes = [f"[{', '.join(map(str, shape))}]" for shape in (call.inputs or call.outputs)[:2]]
    dtypes = ["/".join(dict.fromkeys(call.dtypes[0] or call.dtypes[1]))] if has_dtypes else []
    return " ".join([call.op, *shapes, *dtypes]).rstrip()
