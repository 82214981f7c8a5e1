"""A pipeline whose last stage is as fast as the others or slower: slots and idle time."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^m = (\d+), last stage takes (\d+) times as long: (\d+) slots, idle ([\d.]+)%$")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each line of the program: the time of all ranks as a bar, its idle part empty."""
    lines = records["pipeline/slowest_stage_sets_the_pace.py"].ranks[0].stdout
    found = [numbers for line in lines for numbers in _LINE.findall(line)]
    canvas = Canvas(420, 96, parameter=[f"{m}, {'equal' if slow == '1' else 'slow'}" for m, slow, *_ in found])
    for step, (m, slow, slots, idle) in enumerate(found, 1):
        last = "all stages alike" if slow == "1" else f"the last stage takes {slow} times as long"
        canvas.text(4, 16, last, on=[step])
        canvas.text(_LEFT, 42, f"{m} micro-batches, {slots} slots: idle {idle} %", "quiet", on=[step])
        canvas.box(_LEFT, 50, _WIDE, 26, "", "quiet dash", on=[step], radius=2)
        canvas.box(_LEFT, 50, (1 - float(idle) / 100) * _WIDE, 26, "", "r0", on=[step], radius=2)
    return canvas
