"""The bits and the error of a number in NF4, as bars, by the block that shares a scale."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"block (\d+): ([\d.]+) bits a number, error ([\d.]+)%")
_LEFT, _WIDE = 8, 300


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each block; bits and errors have a scale each."""
    lines = records["fine-tuning/nf4_keeps_a_number_in_four_bits.py"].ranks[0].stdout
    found = [match.groups() for line in lines if (match := _LINE.match(line))]
    canvas = Canvas(420, 126, parameter=[block for block, *_ in found])
    most = [max(float(row[column]) for row in found) for column in (1, 2)]
    for step, (_, bits, error) in enumerate(found, 1):
        rows = ((f"bits a number: {bits}", float(bits) / most[0]), (f"error: {error} %", float(error) / most[1]))
        for row, (name, share) in enumerate(rows):
            y = 18 + 56 * row
            canvas.text(_LEFT, y, name, "quiet", on=[step])
            canvas.box(_LEFT, y + 8, share * _WIDE, 24, "", f"r{row}", on=[step], radius=2)
    return canvas
