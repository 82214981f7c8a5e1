"""What a rank sends in a step, as bars by the dimension of the mesh, for six layouts of one model."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_SENT = re.compile(r"(copies|shards|tp|pp) (\d+) B in (\d+) calls")
_NAMES, _LEFT, _WIDE = ("tp", "shards", "copies", "pp"), 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each layout; all bars have one scale. A dimension of one rank sends nothing, and has no bar."""
    lines = records["choose/bytes_of_a_step_by_layout.py"].ranks[0].stdout
    found = {
        line[:13].strip(): {name: (int(size), calls) for name, size, calls in _SENT.findall(line)} for line in lines
    }
    canvas = Canvas(420, 206, parameter=found)
    scale = _WIDE / max(size for sent in found.values() for size, _ in sent.values())
    for step, sent in enumerate(found.values(), 1):
        for row, name in enumerate(_NAMES):
            y, (size, calls) = 18 + 50 * row, sent.get(name, (0, "no"))
            canvas.text(_LEFT, y, f"{name}: {size} B, {calls} calls", "quiet", on=[step])
            if size:
                canvas.box(_LEFT, y + 8, max(size * scale, 1), 20, "", f"r{row}", on=[step], radius=2)
    return canvas
