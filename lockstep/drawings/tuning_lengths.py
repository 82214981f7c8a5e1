"""The tokens of each rank as bars, where texts are dealt out in turn and where the longest go first."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank \d+: (.+): (\d+) tokens")
_LEFT, _WIDE = 66, 280


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each way; all bars have one scale, and the line stands where the step ends."""
    ranks = records["fine-tuning/lengths_are_dealt_out_longest_first.py"].ranks
    found = [[(way, int(tokens)) for line in rank.stdout for way, tokens in _LINE.findall(line)] for rank in ranks]
    ways = [way for way, _ in found[0]]
    scale = _WIDE / max(tokens for rank in found for _, tokens in rank)
    canvas = Canvas(420, 34 + 36 * len(found), steps=len(ways))
    for step, way in enumerate(ways, 1):
        canvas.text(4, 16, f"tokens of each rank, {way}", on=[step])
        end = _LEFT + scale * max(rank[step - 1][1] for rank in found)
        canvas.line([(end, 24), (end, 30 + 36 * len(found))], "ink dash", on=[step])
        for number, rank in enumerate(found):
            tokens, y = rank[step - 1][1], 28 + 36 * number
            canvas.text(4, y + 19, f"rank {number}", "quiet", on=[step])
            canvas.box(_LEFT, y, tokens * scale, 28, f"{tokens}", f"r{number}", on=[step], radius=2)
    return canvas
