"""Work of the first and the last rank under a causal mask, as bars, by layout and number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\d+) ranks, (\w+): first (\d+), last (\d+) pairs, all steps take ([\d.]+)")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each line of the program; the scale is that of the largest bar with as many ranks."""
    lines = records["context-parallel/zigzag_levels_the_work.py"].ranks[0].stdout
    found = [match for line in lines for match in _LINE.findall(line)]
    values = [ranks if name == "contiguous" else f"{ranks} {name}" for ranks, name, *_ in found]
    canvas = Canvas(420, 138, parameter=values)
    for step, (ranks, layout, first, last, slowest) in enumerate(found, 1):
        most = max(int(match[3]) for match in found if match[0] == ranks)
        canvas.text(4, 16, f"{layout}: all steps take {slowest} of an even share", on=[step])
        for row, (name, pairs) in enumerate((("first rank", first), ("last rank", last))):
            y = 44 + 46 * row
            canvas.text(_LEFT, y, f"{name}: {int(pairs):,} pairs", "quiet", on=[step])
            canvas.box(_LEFT, y + 8, _WIDE * int(pairs) / most, 20, "", f"r{row}", on=[step], radius=2)
    return canvas
