"""What a rank sends for three redistributes, as bars over the tensor, by the number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^ *(\d+) (?:RUN|SIMULATED) +([\d.]+) +([\d.]+) +([\d.]+)")
_NAMES = (
    "Shard(0) to Replicate, all_gather",
    "Partial to Shard(0), reduce_scatter",
    "Partial to Replicate, all_reduce",
)
_LEFT, _UNIT = 8, 190  # of the bars: the left end, and the width of one tensor


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks, and a mark at one and at two times the tensor."""
    lines = records["placements/bytes_of_a_pair_at_any_number_of_ranks.py"].ranks[0].stdout
    found = sorted((int(ranks), shares) for line in lines for ranks, *shares in _LINE.findall(line))
    canvas = Canvas(420, 206, parameter=[ranks for ranks, _ in found])
    for times in (1, 2):
        for row in range(len(_NAMES)):  # not through the words between the bars
            top = 50 + 56 * row
            canvas.line([(_LEFT + times * _UNIT, top), (_LEFT + times * _UNIT, top + 30)], "quiet")
        canvas.text(_LEFT + times * _UNIT, 18, f"{times} × the tensor", "quiet", anchor="end")
    for step, (_, shares) in enumerate(found, 1):
        for row, (name, share) in enumerate(zip(_NAMES, shares, strict=True)):
            y = 46 + 56 * row
            canvas.text(_LEFT, y, f"{name}: {float(share):.4g}", on=[step])
            canvas.box(_LEFT, y + 8, _UNIT * float(share), 22, "", f"r{row}", on=[step], radius=2)
    return canvas
