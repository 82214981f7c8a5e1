"""What a rank holds of weights, gradients and Adam, as bars, under DDP and sharded, by the method of fine-tuning."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(.+), (DDP|sharded): weights (\d+) B, gradients (\d+) B, Adam (\d+) B")
_LEFT, _WIDE, _PARTS = 84, 320, ("weights", "gradients", "Adam")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each method; all bars have one scale."""
    lines = records["fine-tuning/bytes_of_full_adapters_and_four_bits.py"].ranks[0].stdout
    found = [match.groups() for line in lines if (match := _LINE.match(line))]
    methods = list(dict.fromkeys(method for method, *_ in found))
    scale = _WIDE / max(int(number) for _, _, *numbers in found for number in numbers)
    canvas = Canvas(420, 236, steps=len(methods))
    for method, layout, *numbers in found:
        step, top = methods.index(method) + 1, 0 if layout == "DDP" else 116
        canvas.text(4, top + 16, f"{method}, a rank of two, {layout}", on=[step])
        for row, (name, number) in enumerate(zip(_PARTS, numbers, strict=True)):
            y, width = top + 26 + 28 * row, int(number) * scale
            canvas.text(4, y + 16, name, "quiet", on=[step])
            canvas.box(_LEFT, y, max(width, 1), 22, "", f"r{row}", on=[step], radius=2)
            inside = width > 0.5 * _WIDE
            x = _LEFT + width - 6 if inside else _LEFT + width + 6
            canvas.text(x, y + 16, f"{number} B", anchor="end" if inside else "start", on=[step])
    return canvas
