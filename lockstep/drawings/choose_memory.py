"""The memory of a rank by part as bars, and all of it beside 80 GB, for Llama 3 8B and 70B in four layouts each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^SIMULATED (\w+), FSDP \d+ x (TP \d+), (\w+): (.*); ([\d.]+) GB")
_LEFT, _WIDE, _GPU = 140, 230, 80


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each case; all bars have one scale."""
    lines = records["choose/memory_by_part_of_llama_3.py"].ranks[0].stdout
    found = [match.groups() for line in lines if (match := _LINE.match(line))]
    canvas = Canvas(420, 222, parameter=[f"{model}, {tp}, {kept}" for model, tp, kept, _, _ in found])
    scale = _WIDE / max(_GPU, *(float(total) for *_, total in found))
    edge = _LEFT + _GPU * scale
    canvas.line([(edge, 20), (edge, 214)], "quiet")
    canvas.text(edge + 4, 14, f"{_GPU} GB", "quiet")
    for step, (*_, told, total) in enumerate(found, 1):
        parts = [part.rsplit(" ", 1) for part in told.split(", ")] + [["all", total]]
        for row, (name, size) in enumerate(parts):
            y = 24 + 28 * row
            canvas.text(4, y + 15, f"{name} {size}", "ink" if name == "all" else "quiet", on=[step])
            css = "hot" if name == "all" else f"r{row % 4}"
            canvas.box(_LEFT, y, max(float(size) * scale, 1), 20, "", css, on=[step], radius=2)
    return canvas
