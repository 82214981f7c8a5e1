"""The eight rows of a layer on four ranks: first whole, then as tensor parallel and FSDP cut them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): after tp rows (\[.*?\]), then rows (\[.*?\]), (\[.*\])")
_ROWS, _WIDE, _TALL, _TOP = 8, 76, 20, 64


def draw(records: Mapping[str, Record]) -> Canvas:
    """A column for each rank, in the order of the record, with the rows that it holds in each step."""
    record = records["placements/fsdp_over_tensor_parallel_leaves_strided_shards.py"]
    found = [_LINE.findall(line)[0] for rank in record.ranks for line in rank.stdout]
    kinds = ", ".join(ast.literal_eval(found[0][3]))
    canvas = Canvas(420, 236, steps=3)
    for step, words in enumerate(("the layer has eight rows", "after tp", f"after fully_shard: {kinds}"), 1):
        canvas.text(4, 18, words, on=[step])
    for rank, after_tp, then in ((int(rank), ast.literal_eval(a), ast.literal_eval(b)) for rank, a, b, _ in found):
        canvas.text(_x(rank) + _WIDE / 2, 38, f"rank {rank}", anchor="middle")
        canvas.text(_x(rank) + _WIDE / 2, 55, f"dp {rank // 2}, tp {rank % 2}", "quiet", anchor="middle")
        canvas.box(_x(rank), _TOP, _WIDE, _ROWS * _TALL, "", "quiet dash", radius=0)
        for step, rows in ((1, range(_ROWS)), (2, after_tp), (3, then)):
            for row in rows:
                css = "ink" if step == 1 else f"r{rank}"
                canvas.box(_x(rank), _TOP + row * _TALL, _WIDE, _TALL, f"row {row}", css, on=[step], radius=0)
    return canvas


def _x(rank: int) -> float:
    return 12 + rank * 104
