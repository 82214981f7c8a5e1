"""Eight rows in the files of four ranks, and the ranks that load them: one, two, four or eight."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _ROW = 58, 44  # x of the first row, distance of two
_LINE = re.compile(r"rank (\d+) of (\d+) (saved|loaded) rows \[(.*)\]")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks that load."""
    ranks = records["checkpoints/rows_of_each_rank_that_loads.py"].ranks
    found = [match.groups() for rank in ranks for match in map(_LINE.match, rank.stdout) if match]
    saved = {int(rank): _rows(rows) for rank, _, verb, rows in found if verb == "saved"}
    loaded: dict[int, dict[int, list[int]]] = {}
    for rank, of, verb, rows in found:
        if verb == "loaded":
            loaded.setdefault(int(of), {})[int(rank)] = _rows(rows)
    canvas = Canvas(_LEFT + _ROW * 8 + 8, 176, parameter=sorted(loaded))
    owners = {row: rank for rank, rows in saved.items() for row in rows}
    for rank, rows in saved.items():
        canvas.text(_x(rows[0]), 16, f"rank {rank}", f"r{rank}")
    canvas.text(_LEFT - 8, 16, "of", "quiet", anchor="end")
    canvas.text(_LEFT - 8, 42, "saved", "quiet", anchor="end")
    canvas.text(_LEFT - 8, 132, "loaded", "quiet", anchor="end")
    for row, rank in owners.items():
        canvas.box(_x(row), 24, _ROW - 6, 28, str(row), f"r{rank}", radius=2)
        canvas.arrow(_x(row) + _ROW / 2 - 3, 54, _x(row) + _ROW / 2 - 3, 98, f"r{rank}")
    for step, number in enumerate(sorted(loaded), 1):
        for rank, rows in loaded[number].items():
            wide = _ROW * len(rows)
            canvas.box(_x(rows[0]) - 3, 104, wide, 46, "", "ink soft", on=[step])
            words = f"rank {rank}" if len(rows) > 1 else str(rank)
            canvas.text(_x(rows[0]) - 3 + wide / 2, 168, words, anchor="middle", on=[step])
    for row, rank in owners.items():
        canvas.box(_x(row), 113, _ROW - 6, 28, str(row), f"r{rank}", radius=2)
    return canvas


def _rows(text: str) -> list[int]:
    return [int(row) for row in text.split(", ")]


def _x(row: int) -> float:
    return _LEFT + _ROW * row
