"""Two matrices and their product on four ranks, for each pair of placements."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\S+) @ (\S+) = (\S+): (\w+) (\d+) B")
_SHORT = {"Replicate": "r", "Shard(0)": "0", "Shard(1)": "1"}  # nine values stand below one slider
_RANKS, _SIDE, _TOP = 4, 92, 52


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each pair: stripes in the colors of the ranks, one frame for all, or a pile of terms."""
    lines = records["placements/matmul_places_its_result.py"].ranks[0].stdout
    found = [_LINE.findall(line)[0] for line in lines]
    canvas = Canvas(420, 190, parameter=[f"{_SHORT[left]}·{_SHORT[right]}" for left, right, *_ in found])
    for mark, x in (("@", 127), ("=", 275)):
        canvas.text(x, _TOP + _SIDE / 2, mark, anchor="middle")
    for step, (left, right, result, call, sent) in enumerate(found, 1):
        first = "nothing is sent" if call == "local" else f"first an {call}, {sent} B from each rank"
        canvas.text(4, 18, first, on=[step])
        for x, name in ((16, left), (148, right), (296, result)):
            canvas.text(x + _SIDE / 2, 42, name, "quiet", anchor="middle", on=[step])
            _matrix(canvas, x, name, step)
    for rank in range(_RANKS):
        canvas.box(16 + rank * 96, 166, 12, 12, "", f"r{rank}", radius=2)
        canvas.text(34 + rank * 96, 177, f"rank {rank}", "quiet")
    return canvas


def _matrix(canvas: Canvas, x: float, name: str, step: int) -> None:
    """The parts that the ranks hold of one matrix."""
    part = _SIDE / _RANKS
    if name == "Replicate":
        canvas.box(x, _TOP, _SIDE, _SIDE, "on each", "ink", on=[step], radius=0)
    for rank in range(_RANKS):
        if name == "Shard(0)":
            canvas.box(x, _TOP + rank * part, _SIDE, part, "", f"r{rank}", on=[step], radius=0)
        if name == "Shard(1)":
            canvas.box(x + rank * part, _TOP, part, _SIDE, "", f"r{rank}", on=[step], radius=0)
        if name == "Partial":
            canvas.box(x + rank * 6, _TOP + rank * 6, _SIDE - 18, _SIDE - 18, "", f"r{rank}", on=[step], radius=0)
