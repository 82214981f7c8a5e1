"""The memory of a rank by part as bars, and all of it beside 80 GB, for Llama 3 8B and 70B in four layouts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^SIMULATED (\w+), FSDP \d+ x (TP \d+), (\w+): (.*); ([\d.]+) GB")
_LEFT, _WIDE, _GPU, _ROW = 92, 266, 80, 34


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each layout. The upper bar of a part is that of the first model; all bars have one scale."""
    lines = records["choose/memory_by_part_of_llama_3.py"].ranks[0].stdout
    found: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for model, tp, kept, told, total in [match.groups() for line in lines if (match := _LINE.match(line))]:
        for part in (*told.split(", "), f"all {total}"):
            name, size = part.rsplit(" ", 1)
            found.setdefault(f"{tp}, {kept}", {}).setdefault(name, []).append((model, size))
    canvas = Canvas(420, 30 + _ROW * 7, parameter=found)
    scale = _WIDE / max(_GPU, *(float(size) for parts in found.values() for _, size in parts["all"]))
    edge = _LEFT + _GPU * scale
    canvas.line([(edge, 18), (edge, 26 + _ROW * 7)], "quiet")
    canvas.text(edge + 4, 14, f"{_GPU} GB", "quiet")
    for number, (model, _) in enumerate(next(iter(found.values()))["all"]):
        canvas.box(300 + 60 * number, 3, 12, 12, "", f"r{number}", radius=2)
        canvas.text(316 + 60 * number, 14, model, "quiet")
    for step, parts in enumerate(found.values(), 1):
        for row, (name, sizes) in enumerate(parts.items()):
            y = 24 + _ROW * row
            canvas.text(4, y + 17, name, "ink" if name == "all" else "quiet", on=[step])
            for number, (_, size) in enumerate(sizes):
                wide, top = max(float(size) * scale, 1), y + 14 * number
                canvas.box(_LEFT, top, wide, 12, "", f"r{number}", on=[step], radius=2)
                canvas.text(_LEFT + wide + 4, top + 11, size, "quiet", on=[step])
    return canvas
