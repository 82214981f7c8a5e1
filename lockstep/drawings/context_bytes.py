"""Bytes that a rank sends for one layer by ring, all-gather and Ulysses, as bars, by the number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^(\d+) ranks, (\w+): (.*)$")
_PART = re.compile(r"([A-Za-z-]+) (\d+) B")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each line of the program; all bars have one scale."""
    lines = records["context-parallel/bytes_of_three_schemes.py"].ranks[0].stdout
    found = [
        (int(ranks), {name: int(size) for name, size in _PART.findall(rest)})
        for line in lines
        for ranks, _, rest in _LINE.findall(line)
    ]
    names = list(dict.fromkeys(name for _, sizes in found for name in sizes))
    canvas = Canvas(420, 30 + 46 * len(names), parameter=[ranks for ranks, _ in found])
    scale = _WIDE / max(max(sizes.values()) for _, sizes in found)
    for step, (ranks, sizes) in enumerate(found, 1):
        canvas.text(4, 16, f"{ranks} ranks: a rank sends for one layer", on=[step])
        for row, name in enumerate(names):
            y = 40 + 46 * row
            if name not in sizes:
                canvas.text(_LEFT, y, f"{name}: too few key heads", "quiet", on=[step])
                continue
            canvas.text(_LEFT, y, f"{name}: {sizes[name]} B", "quiet", on=[step])
            canvas.box(_LEFT, y + 8, sizes[name] * scale, 18, "", f"r{row}", on=[step], radius=2)
    return canvas
