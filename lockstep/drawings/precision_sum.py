"""What a sum in bfloat16 loses, one rank after another and in pairs, by the number of ranks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\d+) SIMULATED +([\d.]+)% +([\d.]+)%")
_LEFT, _WIDE, _LEAST = 8, 380, 0.1  # percent at which a bar has no length


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks. Bars grow with the logarithm of the error."""
    text = "\n".join(records["precision/a_long_sum_in_bf16_falls_short.py"].ranks[0].stdout)
    found = [(int(ranks), float(ring), float(tree)) for ranks, ring, tree in _LINE.findall(text)]
    canvas = Canvas(420, 150, parameter=[f"{ranks:,}" for ranks, *_ in found])
    most = max(max(row[1:]) for row in found)
    canvas.text(_LEFT, 16, "error of a sum in bfloat16; bars on a logarithmic scale", "quiet")
    for step, (_, *errors) in enumerate(found, 1):
        for row, (name, error) in enumerate(zip(("one after another", "in pairs"), errors, strict=True)):
            y, share = 46 + 56 * row, math.log(error / _LEAST) / math.log(most / _LEAST)
            canvas.text(_LEFT, y, f"{name}: {error:g} %", on=[step])
            canvas.box(_LEFT, y + 8, _WIDE * share, 22, "", f"r{row}", on=[step], radius=2)
    return canvas
