"""What a training loop does to numbers, step by step: a weight after small updates, and the scale of a GradScaler."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_UPDATE = re.compile(r"update (\d+): alone ([\d.]+), copy ([\d.]+), its bfloat16 ([\d.]+)")
_STEP = re.compile(r"step (\d+): scale (\d+), scaled gradient (\w+), (\w+)")
_FIRST, _LAST = 0.9955, 1.0  # the stretch of numbers that is drawn
_NAMES = ("bfloat16 alone", "float32 copy", "bfloat16 of the copy")


def updates(records: Mapping[str, Record]) -> Canvas:
    """Three rows on one stretch of numbers, with a line at each number that bfloat16 has there."""
    text = "\n".join(records["precision/a_weight_after_each_update.py"].ranks[0].stdout)
    found = _UPDATE.findall(text)
    canvas = Canvas(420, 190, steps=len(found))
    for number in (1 - 2**-8, 1.0):
        canvas.line([(_x(number), 10), (_x(number), 168)], "dash")
        canvas.text(_x(number), 184, f"{number:.4f}", "quiet", anchor="middle")
    for row, name in enumerate(_NAMES):
        canvas.text(130, 22 + 52 * row, name, "quiet")
    for update, *values in found:
        for row, value in enumerate(values):
            canvas.box(_x(float(value)) - 28, 28 + 52 * row, 56, 24, value, f"r{row}", on=[int(update) + 1], radius=3)
    return canvas


def _x(value: float) -> float:
    return 34 + (value - _FIRST) / (_LAST - _FIRST) * 350


def scale(records: Mapping[str, Record]) -> Canvas:
    """A bar for each step, as high as the logarithm of the scale; each step of the drawing adds one."""
    text = "\n".join(records["precision/the_scale_halves_and_doubles.py"].ranks[0].stdout)
    found = _STEP.findall(text)
    canvas = Canvas(420, 210, steps=len(found))
    canvas.text(4, 14, "scale, on a logarithmic axis; below: the scaled gradient", "quiet")
    for number, height, gradient, done in found:
        step, x = int(number), 4 + 46 * (int(number) - 1)
        on, high = range(step, len(found) + 1), 22 * (math.log2(int(height)) - 10)
        css = "r1" if done == "skipped" else "r0"
        canvas.box(x + 3, 172 - high, 38, high, "", css, on=on, hot=[step], radius=2)
        canvas.text(x + 22, 168 - high, height, anchor="middle", on=on)
        canvas.text(x + 22, 188, gradient, anchor="middle", on=on)
        canvas.text(x + 22, 204, "skip" if done == "skipped" else "step", "quiet", anchor="middle", on=on)
    return canvas
