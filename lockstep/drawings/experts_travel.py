"""Rows of tokens on four ranks with one expert each: sorted by expert, sent to it, and sent back."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"sends (\[.*?\]), gets (\[.*?\])")
_LEFT, _TOP, _LANE, _ROW = 66, 36, 44, 19


def draw(records: Mapping[str, Record]) -> Canvas:
    """A box for each row, in the color of its expert. It moves in the dispatch, and back in the combine."""
    record = records["experts/tokens_travel_to_their_experts.py"]
    found = [_LINE.findall(rank.stdout[0])[0] for rank in record.ranks]
    sends = [ast.literal_eval(line[0]) for line in found]
    canvas = Canvas(420, 220, steps=4)
    words = ("rows, sorted by expert", "dispatch: each row goes to its expert", "each rank runs its expert", "combine")
    for step, word in enumerate(words, 1):
        canvas.text(4, 16, word, on=[step])
    places = [0] * len(sends)  # rows that have come to each rank
    for rank, counts in enumerate(sends):
        top, at = _TOP + rank * _LANE, 0
        canvas.text(4, top + 20, f"rank {rank}")
        for expert, count in enumerate(counts):
            for _ in range(count):
                away = ((places[expert] - at) * _ROW, (expert - rank) * _LANE)
                moves = {2: away, 4: (0, 0)}
                canvas.box(_LEFT + at * _ROW, top + 4, _ROW - 3, 24, "", f"r{expert}", hot=[3], moves=moves, radius=2)
                places[expert] += 1
                at += 1
    for rank, rows in enumerate(places):
        canvas.text(412, _TOP + rank * _LANE + 20, f"{rows} rows", "quiet", anchor="end", on=[2, 3])
        canvas.text(412, _TOP + rank * _LANE + 20, f"{sum(sends[rank])} rows", "quiet", anchor="end", on=[1, 4])
    return canvas
