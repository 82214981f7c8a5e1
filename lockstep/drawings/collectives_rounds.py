"""Four ranks that exchange sums in rounds, and a value that spreads along a tree: a step for each round."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_ROUND = re.compile(r"rank (\d+): round (\d+) with rank (\d+), sum ([\d.]+)")
_TAKEN = re.compile(r"rank (\d+): ([\d.]+) from rank (\d+)")
_X, _WIDE, _GAP = 70, 66, 112  # of the columns of values: the first, the width, from one to the next


def doubling(records: Mapping[str, Record]) -> Canvas:
    """The sum of each rank before the first round and after each, with an arrow from its partner."""
    record = records["collectives/doubling_takes_two_rounds_for_four_ranks.py"]
    found = [_ROUND.findall(line)[0] for rank in record.ranks for line in rank.stdout]
    rounds = max(int(number) for _, number, _, _ in found)
    canvas = Canvas(400, 200, steps=rounds + 1)
    _heads(canvas, ["brought", *(f"round {number + 1}" for number in range(rounds))])
    for rank in range(len(record.ranks)):
        canvas.box(_X, _y(rank), _WIDE, 28, f"{rank + 1}.0", f"r{rank}", radius=3)
    for rank, number, partner, value in ((int(a), int(b), int(c), d) for a, b, c, d in found):
        steps = range(number + 1, rounds + 2)
        left = _X + (number - 1) * _GAP + _WIDE
        canvas.arrow(left, _y(partner) + 14, left + _GAP - _WIDE, _y(rank) + 14, f"r{partner}", on=steps)
        canvas.box(left + _GAP - _WIDE, _y(rank), _WIDE, 28, value, f"r{rank}", on=steps, radius=3)
    return canvas


def tree(records: Mapping[str, Record]) -> Canvas:
    """Who has the value before the first round and after each."""
    record = records["collectives/tree_broadcast_doubles_who_has_it.py"]
    taken = [_TAKEN.findall(line)[0] for rank in record.ranks for line in rank.stdout]
    canvas = Canvas(400, 200, steps=3)
    _heads(canvas, ["at first", "round 1", "round 2"])
    canvas.box(_X, _y(0), _WIDE, 28, taken[0][1], "r0", radius=3)
    for rank, value, source in ((int(a), b, int(c)) for a, b, c in taken):
        number = rank.bit_length()  # rank 1 comes in the first round, ranks 2 and 3 in the second
        steps = range(number + 1, 4)
        left = _X + (number - 1) * _GAP + _WIDE
        canvas.arrow(left, _y(source) + 14, left + _GAP - _WIDE, _y(rank) + 14, f"r{source}", on=steps)
        canvas.box(left + _GAP - _WIDE, _y(rank), _WIDE, 28, value, f"r{rank}", on=steps, radius=3)
    for rank in range(2):  # who has it keeps it
        for number in range(rank + 1, 3):
            steps = range(number + 1, 4)
            canvas.box(_X + number * _GAP, _y(rank), _WIDE, 28, taken[0][1], f"r{rank}", on=steps, radius=3)
    return canvas


def _heads(canvas: Canvas, names: list[str]) -> None:
    for column, name in enumerate(names):
        canvas.text(_X + column * _GAP, 20, name, "quiet")
    for rank in range(4):
        canvas.text(4, _y(rank) + 19, f"rank {rank}")


def _y(rank: int) -> float:
    return 32 + rank * 42
