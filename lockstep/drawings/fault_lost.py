"""What the time of a run is lost to, as bars, by the interval between saves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"every (\d+) s: saving ([\d.]+)%, redone ([\d.]+)%, down ([\d.]+)%, useful ([\d.]+)%")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each interval; all bars have one scale."""
    lines = records["fault-tolerance/simulated_run_agrees_with_the_formula.py"].ranks[0].stdout
    found = [match.groups() for line in lines if (match := _LINE.match(line))]
    canvas = Canvas(420, 196, parameter=[seconds for seconds, *_ in found])
    scale = _WIDE / max(float(part) for _, *parts, _ in found for part in parts)
    for step, (_, saving, redone, down, useful) in enumerate(found, 1):
        rows = (("saving", saving), ("done again", redone), ("down", down))
        for row, (name, share) in enumerate(rows):
            y = 16 + 54 * row
            canvas.text(_LEFT, y, f"{name}: {share} %", "quiet", on=[step])
            canvas.box(_LEFT, y + 8, max(float(share) * scale, 1), 22, "", f"r{row}", on=[step], radius=2)
        canvas.text(_LEFT, 186, f"useful: {useful} %", on=[step])
    return canvas
