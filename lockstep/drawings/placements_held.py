"""What each of four ranks holds of a 4 × 4 tensor, a step for each placement."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): (\S+) (\[\[.*\]\])")
_CELL, _SIDE, _GAP, _TOP = 22, 4, 104, 48  # side of a cell, cells of a row, from one rank to the next, first row


def draw(records: Mapping[str, Record]) -> Canvas:
    """For each rank the whole as a frame, and in it the numbers that the rank holds, each in its place."""
    record = records["placements/placements_say_what_each_rank_holds.py"]
    found = [_LINE.findall(line)[0] for rank in record.ranks for line in rank.stdout]
    names = list(dict.fromkeys(name for _, name, _ in found))
    canvas = Canvas(420, 148, steps=len(names))
    for rank in range(len(record.ranks)):
        canvas.text(_x(rank), 38, f"rank {rank}")
        canvas.box(_x(rank), _TOP, _SIDE * _CELL, _SIDE * _CELL, "", "quiet dash", radius=0)
    for step, name in enumerate(names, 1):
        canvas.text(4, 16, name, on=[step])
    for rank, name, values in ((int(rank), name, ast.literal_eval(values)) for rank, name, values in found):
        for row, numbers in enumerate(values):
            for column, number in enumerate(numbers):
                place = (row, column) if name == "Partial()" else divmod(number, _SIDE)
                css = "quiet" if name == "Partial()" and column != rank else f"r{rank}"
                _cell(canvas, rank, place, number, css, names.index(name) + 1)
    return canvas


def _cell(canvas: Canvas, rank: int, place: tuple[int, int], number: int, css: str, step: int) -> None:
    row, column = place
    x, y = _x(rank) + column * _CELL, _TOP + row * _CELL
    canvas.box(x + 1, y + 1, _CELL - 2, _CELL - 2, f"{number}", css, on=[step], radius=2)


def _x(rank: int) -> float:
    return 8 + rank * _GAP
