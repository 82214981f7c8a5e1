"""Four values meet in an all-reduce: the shape that every drawing has."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """Step 1: each rank has its own value. Step 2: the values travel. Step 3: all have the sum."""
    canvas = Canvas(420, 170, steps=3)
    for rank in range(4):
        x = 10 + 102 * rank
        canvas.box(x, 20, 94, 44, f"rank {rank}", f"r{rank}")
        canvas.box(x + 22, 80, 50, 30, str(rank + 1), f"r{rank} soft", on=(1, 2), moves={2: (153 - 102 * rank, 30)})
        canvas.box(x + 22, 80, 50, 30, "10", "hot", on=[3])
    return canvas
