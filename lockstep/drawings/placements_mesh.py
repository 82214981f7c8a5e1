"""Sixteen ranks on two hosts as a mesh of two dimensions: the groups of rank 0, by the shape of the mesh."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"SIMULATED (\d+ x \d+): dp (\[.*?\]), tp (\[.*?\])")
_HOST, _WIDE, _TALL = 8, 44, 34  # ranks of a host, and the size of a rank


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each shape. Ranks of the tp group of rank 0 have one color, those of its dp group another."""
    lines = records["placements/mesh_shapes_move_the_groups.py"].ranks[0].stdout
    found = [_LINE.findall(line)[0] for line in lines]
    canvas = Canvas(420, 206, parameter=[shape for shape, _, _ in found])
    for host in range(2):
        canvas.text(8, 58 + 74 * host, f"host {host}", "quiet")
        for rank in range(host * _HOST, (host + 1) * _HOST):
            canvas.box(*_place(rank), _WIDE, _TALL, f"{rank}", "quiet")
    for step, (shape, dp, tp) in enumerate(found, 1):
        canvas.text(4, 20, f"a mesh of {shape}", on=[step])
        groups = ast.literal_eval(dp), ast.literal_eval(tp)
        for css, ranks in zip(("r1", "r0"), groups, strict=True):
            for rank in ranks[1:]:
                canvas.box(*_place(rank), _WIDE, _TALL, f"{rank}", css, on=[step])
        canvas.text(42, 196, f"with rank 0 in dp: {len(groups[0])} ranks", "quiet", on=[step])
        canvas.text(260, 196, f"in tp: {len(groups[1])} ranks", "quiet", on=[step])
    canvas.box(*_place(0), _WIDE, _TALL, "0", "hot")
    for x, css in ((24, "r1"), (242, "r0")):
        canvas.box(x, 185, 12, 12, "", css, radius=2)
    return canvas


def _place(rank: int) -> tuple[float, float]:
    host, number = divmod(rank, _HOST)
    return 8 + number * (_WIDE + 6), 66 + 74 * host
