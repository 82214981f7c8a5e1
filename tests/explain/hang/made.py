"""The recorded dumps, and dumps made for a test."""

from __future__ import annotations

from pathlib import Path

from lockstep.explain.hang.dump import Call, Dump, Group, read

FOLDER = Path(__file__).parent / "dumps"
NAMES = sorted(path.name for path in FOLDER.iterdir())
WORLD = "0"


def recorded(name: str) -> list[Dump]:
    """The dumps of one recorded hang."""
    dumps, problems = read([FOLDER / name])
    assert problems == []
    return dumps


def call(number: int, op: str = "all_reduce", group: str = WORLD, **changes: object) -> Call:
    """A call that its rank has left, with four numbers in and out."""
    facts = {"inputs": ((4,),), "outputs": ((4,),), "dtypes": (("Float",), ("Float",)), "is_done": True, "where": ""}
    return Call(group=group, number=number, op=op, **({"order": number} | facts | changes))


def waits(number: int, op: str = "all_reduce", group: str = WORLD, **changes: object) -> Call:
    """A call that its rank has not left."""
    return call(number, op, group, is_done=False, **changes)


def job(*ranks: list[Call], groups: tuple[Group, ...] = (), stacks: tuple[str, ...] = ()) -> list[Dump]:
    """A dump for each list of calls."""
    world = Group(WORLD, "default_pg", tuple(range(len(ranks))))
    stacks = stacks or ("",) * len(ranks)
    return [Dump(rank, tuple(calls), (world, *groups), stacks[rank]) for rank, calls in enumerate(ranks)]
