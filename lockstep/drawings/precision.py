"""Number formats: their bits, and the numbers that each has beside a value."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_FORMAT = re.compile(r"(\w+): (\d+) bits, largest (\S+), smallest (\S+), after 1 comes ([\d.]+)")
_AROUND = re.compile(r"(\S+) in (\w+): (?:(\S+) \[(\S+)\] (\S+)|(too large))")
_BIT, _LEFT, _WIDE = 12, 8, 102


def bits(records: Mapping[str, Record]) -> Canvas:
    """A row for each format. The first step speaks of the exponent and its range, the second of the digits."""
    text = "\n".join(records["precision/formats_trade_digits_for_range.py"].ranks[0].stdout)
    rows = _FORMAT.findall(text)
    canvas = Canvas(420, 20 + 48 * len(rows), steps=2)
    for row, (name, size, largest, _, after) in enumerate(rows):
        y = 18 + 48 * row
        digits = round(-math.log2(float(after) - 1))
        exponent = int(size) - 1 - digits
        canvas.text(_LEFT, y, f"{name}: largest {largest}", on=[1])
        canvas.text(_LEFT, y, f"{name}: after 1 comes {after}", on=[2])
        canvas.box(_LEFT, y + 6, _BIT, 20, "±", "quiet", radius=2)
        canvas.box(_LEFT + _BIT, y + 6, exponent * _BIT, 20, str(exponent), "r0", hot=[1], radius=2)
        canvas.box(_LEFT + (1 + exponent) * _BIT, y + 6, digits * _BIT, 20, str(digits), "r1", hot=[2], radius=2)
    return canvas


def neighbours(records: Mapping[str, Record]) -> Canvas:
    """What each format stores for a value, between the number below and the number above."""
    text = "\n".join(records["precision/neighbours_move_apart_as_numbers_grow.py"].ranks[0].stdout)
    found = _AROUND.findall(text)
    values = list(dict.fromkeys(value for value, *_ in found))
    names = list(dict.fromkeys(name for _, name, *_ in found))
    canvas = Canvas(424, 38 + 36 * len(names), parameter=[f"{float(value):,g}" for value in values])
    for column, head in enumerate(("below", "stored", "above")):
        canvas.text(106 + 104 * column + _WIDE / 2, 16, head, "quiet", anchor="middle")
    for row, name in enumerate(names):
        canvas.text(2, 46 + 36 * row, name)
    for value, name, below, stored, above, too_large in found:
        step, y = [values.index(value) + 1], 28 + 36 * names.index(name)
        if too_large:
            canvas.text(106 + 104 + _WIDE / 2, y + 18, too_large, "quiet", anchor="middle", on=step)
            continue
        for column, (number, css) in enumerate(((below, "quiet"), (stored, "r0"), (above, "quiet"))):
            canvas.box(106 + 104 * column, y, _WIDE, 27, number, css, on=step, radius=3)
    return canvas
