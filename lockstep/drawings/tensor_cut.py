"""Two matrices of an MLP on two ranks: columns, then rows, then the sum of the terms."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"y (-?[\d.]+), alone (-?[\d.]+); slope (-?[\d.]+)")
_LAST = 5


def draw(records: Mapping[str, Record]) -> Canvas:
    """Whole, cut by columns, cut by rows, the all-reduce behind the rows, and the one before the columns."""
    record = records["tensor-parallel/f_and_g_send_once_each.py"]
    y, _, slope = _LINE.findall(record.ranks[0].stdout[0])[0]
    canvas = Canvas(420, 210, steps=_LAST)
    words = (
        "one process: two matrices",
        "the first is cut by columns",
        "the second is cut by rows",
        "g: an all-reduce of y in the forward",
        "f: an all-reduce of the slope in the backward",
    )
    for step, word in enumerate(words, 1):
        canvas.text(4, 16, word, on=[step])
    for rank in range(2):
        top = 40 + rank * 84
        canvas.text(4, top + 34, f"rank {rank}", on=range(2, _LAST + 1))
        canvas.box(62, top + 14, 36, 30, "x", "ink")
        _columns(canvas, rank, top)
        _rows(canvas, rank, top)
        canvas.arrow(100, top + 29, 118, top + 29, "quiet")
        canvas.box(318, top + 14, 92, 30, "", "quiet dash", on=range(1, 4))
        canvas.text(364, top + 33, "a term of y", "quiet", anchor="middle", on=[3])
        canvas.box(318, top + 14, 92, 30, f"y {y}", "ink", on=[4, 5], hot=[4])
        canvas.text(4, top + 60, f"slope {slope}", "ink", on=[5])
    canvas.line([(364, 84), (364, 138)], "ink", on=[4])
    canvas.line([(93, 84), (93, 138)], "ink", on=[5])
    return canvas


def _columns(canvas: Canvas, rank: int, top: float) -> None:
    """The first matrix: 4 rows by 8 columns, of which a rank keeps one half."""
    canvas.box(122, top, 96, 58, "", "quiet dash", on=range(2, _LAST + 1), radius=0)
    canvas.box(122, top, 96, 58, "columns", "ink", on=[1], radius=0)
    canvas.box(122 + rank * 48, top, 48, 58, "", f"r{rank}", on=range(2, _LAST + 1), radius=0)


def _rows(canvas: Canvas, rank: int, top: float) -> None:
    """The second matrix: 8 rows by 4 columns, of which a rank keeps one half."""
    canvas.box(240, top - 6, 56, 70, "", "quiet dash", on=range(3, _LAST + 1), radius=0)
    canvas.box(240, top - 6, 56, 70, "rows", "ink", on=[1, 2], radius=0)
    canvas.box(240, top - 6 + rank * 35, 56, 35, "", f"r{rank}", on=range(3, _LAST + 1), radius=0)
