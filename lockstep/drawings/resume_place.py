"""The order of an epoch, read by four ranks for three steps and by two ranks from there on."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE, _HIGH, _TOP = 76, 40, 28, 30
_LINE = re.compile(r"rank (\d+): (\[.*?\]\]), then (.*)")


def draw(records: Mapping[str, Record]) -> Canvas:
    """The order, three steps of four ranks, the place in the file, three steps of two ranks."""
    lines = [line for rank in records["data/another_number_of_ranks_goes_on.py"].ranks for line in rank.stdout]
    found = {int(m[1]): (ast.literal_eval(m[2]), m[3]) for m in map(_LINE.match, lines) if m}
    before = {rank: batches for rank, (batches, _) in found.items()}
    after = {rank: ast.literal_eval(rest) for rank, (_, rest) in found.items() if rest.startswith("[")}
    stop, end = len(before[0]), len(before[0]) + len(after[0])
    canvas = Canvas(420, _TOP + _HIGH * end + 34, steps=stop + 2)
    for row in range(end):
        seen = range(min(row + 2, stop + 2) if row < stop else stop + 2, stop + 3)
        ranks = before if row < stop else after
        canvas.text(4, _y(row) + 17, f"step {row}", "quiet")
        for rank, batches in ranks.items():
            for place, sample in enumerate(batches[row if row < stop else row - stop]):
                column = place * len(ranks) + rank
                canvas.box(_x(column), _y(row), _WIDE - 4, _HIGH - 5, str(sample), "quiet", radius=2)
                canvas.box(_x(column), _y(row), _WIDE - 4, _HIGH - 5, str(sample), f"r{rank}", on=seen, radius=2)
    batch = sum(len(batches[0]) for batches in before.values())
    for step in range(2, stop + 1):
        canvas.text(4, 18, f"{len(before)} ranks, {step - 1} of {end} steps done", on=[step])
    canvas.text(4, 18, f"{len(before)} ranks, {stop} steps: the file keeps {stop * batch} samples done", on=[stop + 1])
    canvas.text(4, 18, f"{len(after)} ranks go on, and still take {batch} in a step", on=[stop + 2])
    canvas.line([(_LEFT - 4, _y(stop) - 2), (_LEFT + 8 * _WIDE, _y(stop) - 2)], "hot", on=[stop + 1, stop + 2])
    for rank in before:
        canvas.box(_LEFT + 86 * rank, _y(end) + 10, 14, 14, "", f"r{rank}", radius=2)
        canvas.text(_LEFT + 86 * rank + 20, _y(end) + 22, f"rank {rank}", "quiet")
    return canvas


def _x(column: int) -> float:
    return _LEFT + _WIDE * column


def _y(row: int) -> float:
    return _TOP + _HIGH * row
