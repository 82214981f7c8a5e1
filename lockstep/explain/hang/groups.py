"""The groups of a job, as the dumps of all ranks tell them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from lockstep.explain.hang import names
from lockstep.explain.hang.dump import Dump, Group

TODO = "Take away the dumps that another job left."


def apart(dumps: Sequence[Dump]) -> list[Dump]:
    """The dumps with another name for each group, where groups without a rank in common have one name.

    `split_group` of an older torch names all parts of a group alike, and a dump knows only the part of its rank.
    """
    default = {group.name for dump in dumps for group in dump.groups if is_default(group)}
    several = {name for name, parts in _parts(dumps).items() if _are_apart(parts)} - default
    return [_renamed(dump, several) for dump in dumps]


def _parts(dumps: Iterable[Dump]) -> dict[str, dict[frozenset[int], int]]:
    """The ranks that a group of each name has, and the first rank that says so. With gloo the default has no name."""
    parts: dict[str, dict[frozenset[int], int]] = {}
    for dump in dumps:
        for group in (*dump.groups, Group("", "default_pg", tuple(range(dump.size)))):
            if group.ranks:
                parts.setdefault(group.name, {}).setdefault(frozenset(group.ranks), dump.rank)
    return parts


def _are_apart(parts: Iterable[frozenset[int]]) -> bool:
    """Whether there are several parts, and no rank is in two."""
    pairs = [*combinations(parts, 2)]
    return bool(pairs) and all(one.isdisjoint(other) for one, other in pairs)


def _renamed(dump: Dump, several: set[str]) -> Dump:
    name_of = {
        group.name: f"{group.name} ({names.of_ranks(group.ranks)})"
        for group in dump.groups
        if group.name in several and group.ranks
    }
    if not name_of:
        return dump
    calls = tuple(replace(call, group=name_of.get(call.group, call.group)) for call in dump.calls)
    groups = tuple(replace(group, name=name_of.get(group.name, group.name)) for group in dump.groups)
    return replace(dump, calls=calls, groups=groups)


def contradiction(dumps: Sequence[Dump]) -> str:
    """In what the dumps cannot be of one job: the ranks of a group. Empty if nothing shows that."""
    shown = {group.name: names.of_group(group) for dump in dumps for group in dump.groups}
    for name, parts in _parts(dumps).items():
        if len(parts) > 1:
            each = [f"{names.of_ranks(sorted(ranks))} in the dump of rank {rank}" for ranks, rank in parts.items()]
            return f"{shown.get(name, 'the default group')} has {each[0]}, and {each[1]}"
    return ""


def is_default(group: Group) -> bool:
    """Whether a group has all ranks of the job."""
    return group.description == "default_pg"


def named(dumps: Sequence[Dump]) -> dict[str, Group]:
    """All groups, with their ranks where a dump says them."""
    groups: dict[str, Group] = {}
    for dump in dumps:
        for group in dump.groups:
            if group.name not in groups or (group.ranks and not groups[group.name].ranks):
                groups[group.name] = group
    return groups


def with_ranks(groups: Mapping[str, Group], dumps: Sequence[Dump], size: int) -> dict[str, Group]:
    """All groups with their ranks: those of the dumps, else the callers; of the default group all ranks."""
    callers: dict[str, set[int]] = {}
    for dump in dumps:
        for call in dump.calls:
            callers.setdefault(call.group, set()).add(dump.rank)
    everybody = range(max([size, *(dump.rank + 1 for dump in dumps)]))
    return {
        name: group
        if group.ranks
        else replace(group, ranks=tuple(everybody if is_default(group) else sorted(callers.get(name, ()))))
        for name, group in groups.items()
    }
