"""The causal mask of 16 tokens, its rows in the color of the rank that has the query: contiguous parts, then zigzag."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_WORK = re.compile(r"rank (\d+): pairs in each step \[[\d, ]+\], (\d+) in all")
_PLACES = re.compile(r"rank (\d+): positions \[([\d, ]+)\]")
_LEFT, _TOP, _CELL = 8, 28, 11


def draw(records: Mapping[str, Record]) -> Canvas:
    """Step 1 has the parts of the first program and its counts, step 2 the positions of the second."""
    lines = [line for record in records.values() for rank in record.ranks for line in rank.stdout]
    work = {int(rank): int(pairs) for line in lines for rank, pairs in _WORK.findall(line)}
    dealt = {
        int(rank): [int(place) for place in places.split(",")]
        for line in lines
        for rank, places in _PLACES.findall(line)
    }
    ranks, tokens = len(work), sum(map(len, dealt.values()))
    flat = {rank: list(range(rank * tokens // ranks, (rank + 1) * tokens // ranks)) for rank in work}
    canvas = Canvas(420, _TOP + max(tokens * _CELL, ranks * 40) + 12, steps=2)
    for step, (name, at) in enumerate((("contiguous parts", flat), ("zigzag: head and tail", dealt)), 1):
        canvas.text(4, 16, f"{name}: pairs of query and key", on=[step])
        most = max(sum(place + 1 for place in places) for places in flat.values())
        for rank, places in at.items():
            for place in places:
                wide = (place + 1) * _CELL
                canvas.box(_LEFT, _TOP + place * _CELL, wide, _CELL - 1, "", f"r{rank}", on=[step], radius=0)
            pairs = work[rank] if step == 1 else sum(place + 1 for place in places)
            y = _TOP + 10 + rank * 40
            canvas.text(210, y + 8, f"rank {rank}: {pairs}", on=[step])
            canvas.box(210, y + 14, 190 * pairs / most, 14, "", f"r{rank}", on=[step], radius=2)
    return canvas
