"""The rows of four experts under a capacity: filled, empty, and tokens that found no room."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"factor ([\d.]+): capacity (\d+), drops (\d+) of (\d+) .*?, (\d+) rows empty")
_LEFT, _TOP, _LANE, _ROW = 76, 30, 34, 24


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each capacity factor. A row of boxes for each expert, and behind the capacity what is dropped."""
    lines = records["experts/capacity_drops_the_late_tokens.py"].ranks[0].stdout
    tokens = ast.literal_eval(next(line for line in lines if line.startswith("tokens")).split("expert ")[1])
    found = [match.groups() for line in lines if (match := _LINE.match(line))]
    canvas = Canvas(420, _TOP + len(tokens) * _LANE + 6, parameter=[factor for factor, *_ in found])
    for step, (_, capacity, drops, all_tokens, empty) in enumerate(found, 1):
        canvas.text(4, 16, f"capacity {capacity}: {drops} of {all_tokens} dropped, {empty} rows empty", on=[step])
        for expert, count in enumerate(tokens):
            y = _TOP + expert * _LANE
            for place in range(max(int(capacity), count)):
                inside, taken = place < int(capacity), place < count
                css = (f"r{expert}" if taken else "quiet dash") if inside else "hot full"
                x = _LEFT + place * _ROW + (0 if inside else 10)
                canvas.box(x, y, _ROW - 4, 24, "", css, on=[step], radius=2)
    for expert in range(len(tokens)):
        canvas.text(4, _TOP + expert * _LANE + 17, f"expert {expert}")
    return canvas
