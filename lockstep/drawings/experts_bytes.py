"""What a rank sends in the dispatch and holds of experts, as bars, by the number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^ *(\d+) (?:REAL|SIMULATED) +(\d+) +(\d+) +(\d+)")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks; all bars have one scale."""
    lines = records["experts/bytes_of_dispatch_by_ranks.py"].ranks[0].stdout
    found = sorted(tuple(map(int, match.groups())) for line in lines if (match := _LINE.match(line)))
    canvas = Canvas(420, 170, parameter=[ranks for ranks, *_ in found])
    scale = _WIDE / max(max(numbers) for _, *numbers in found)
    for step, (_, dispatch, combine, experts) in enumerate(found, 1):
        rows = (("holds of experts", experts), ("sends in the dispatch", dispatch), ("sends in the combine", combine))
        for row, (name, size) in enumerate(rows):
            y = 16 + 54 * row
            canvas.text(_LEFT, y, f"{name}: {size} B", "quiet", on=[step])
            canvas.box(_LEFT, y + 8, max(size * scale, 1), 22, "", f"r{row}", on=[step], radius=2)
    return canvas
