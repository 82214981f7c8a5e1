"""Eight query heads and two key heads of a block, colored by the rank that holds them, by the number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^ *(\d+) (?:REAL|SIMULATED) +([\d.]+) +([\d.]+) +(\d+)")
_LEFT, _WIDE = 8, 400  # of a row that holds all heads
_COLORS = 8  # of ranks


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks: the parts of the ranks side by side, and what one of them holds."""
    lines = records["tensor-parallel/shares_by_number_of_ranks.py"].ranks[0].stdout
    found = sorted(
        (int(ranks), float(q), float(k), held) for line in lines for ranks, q, k, held in _LINE.findall(line)
    )
    canvas = Canvas(420, 180, parameter=[ranks for ranks, *_ in found])
    for step, (ranks, queries, keys, held) in enumerate(found, 1):
        canvas.text(4, 16, f"a rank: {queries:g} query heads, {keys:g} key heads", on=[step])
        canvas.text(4, 174, f"{held} numbers of matrices on each rank", "quiet", on=[step])
        for y, name, per_rank in ((34, "query heads", queries), (96, "key and value heads", keys)):
            canvas.text(4, y + 10, name, "quiet", on=[step])
            heads = round(per_rank * ranks)
            for rank in range(ranks):
                part = _WIDE / ranks
                canvas.box(_LEFT + rank * part, y + 16, part, 24, "", f"r{rank % _COLORS}", on=[step], radius=0)
            part = _WIDE / heads
            for head in range(heads):
                canvas.text(_LEFT + (head + 0.5) * part, y + 54, f"{head}", "quiet", anchor="middle", on=[step])
                x = _LEFT + head * part
                canvas.line([(x, y + 14), (x, y + 42)], "ink", on=[step])  # where the head begins
    return canvas
