"""Idle time and stored micro-batches of GPipe and 1F1B, by the number of micro-batches."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^m = (\d+): (\d+) slots, idle ([\d.]+)%, stored: GPipe (\d+), 1F1B (\d+)$")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of micro-batches; bars of one kind have one scale."""
    lines = records["pipeline/micro_batches_of_1f1b.py"].ranks[0].stdout
    found = [tuple(map(float, numbers)) for line in lines for numbers in _LINE.findall(line)]
    canvas = Canvas(420, 176, parameter=[f"{m:g}" for m, *_ in found])
    most = max(gpipe for *_, gpipe, _ in found)
    for step, (m, slots, idle, gpipe, one) in enumerate(found, 1):
        canvas.text(4, 16, f"{m:g} micro-batches take {slots:g} slots", on=[step])
        for row, (name, value, scale, css) in enumerate(
            (
                ("idle, both", idle, 100, "r1"),
                ("stored by GPipe", gpipe, most, "r0"),
                ("stored by 1F1B", one, most, "r2"),
            )
        ):
            y = 40 + 46 * row
            unit = " %" if row == 0 else ""
            canvas.text(_LEFT, y, f"{name}: {value:g}{unit}", "quiet", on=[step])
            canvas.box(_LEFT, y + 6, _WIDE, 20, "", "quiet dash", on=[step], radius=2)
            canvas.box(_LEFT, y + 6, value * _WIDE / scale, 20, "", css, on=[step], radius=2)
    return canvas
