"""The tokens of four experts as bars, and the bias of each, by step."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"step (\d+): tokens of each expert (\[.*?\]), bias (\[.*?\])")
_LEFT, _WIDE = 76, 260


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each line of the program; all bars have one scale."""
    lines = records["experts/a_bias_balances_without_a_loss.py"].ranks[0].stdout
    found = [
        (step, ast.literal_eval(loads), ast.literal_eval(bias))
        for step, loads, bias in (_LINE.findall(line)[0] for line in lines)
    ]
    canvas = Canvas(420, 150, parameter=[step for step, *_ in found])
    scale = _WIDE / max(max(loads) for _, loads, _ in found)
    canvas.text(412, 16, "bias", "quiet", anchor="end")
    canvas.text(_LEFT, 16, "tokens", "quiet")
    for expert in range(len(found[0][1])):
        canvas.text(4, 44 + 32 * expert, f"expert {expert}")
    for step, (_, loads, bias) in enumerate(found, 1):
        for expert, (load, moved) in enumerate(zip(loads, bias, strict=True)):
            y = 26 + 32 * expert
            canvas.box(_LEFT, y, load * scale, 26, f"{load}", f"r{expert}", on=[step], radius=2)
            canvas.text(412, y + 18, f"{moved:+g}", "quiet", anchor="end", on=[step])
    return canvas
