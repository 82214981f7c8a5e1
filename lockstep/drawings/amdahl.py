"""The speed-up on 1 to 64 ranks by Amdahl's law, for several shares of a step that are not split."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _BOTTOM, _APART, _TALL = 44, 216, 56, 190


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each share; both axes double from mark to mark, so that the ideal is a straight line."""
    lines = records["scaling/share_that_is_not_split_caps_the_speed_up.py"].ranks[0].stdout
    found = re.findall(r"(\d+) % not split, on ([\d, ]+) ranks: ([\d., ]+)", "\n".join(lines))
    numbers = [int(number) for number in found[0][1].split(", ")]
    rows = {int(share): [float(value) for value in values.split(", ")] for share, _, values in found}
    canvas = Canvas(_LEFT + _APART * (len(numbers) - 1) + 52, _BOTTOM + 44, parameter=[f"{share} %" for share in rows])
    _axes(canvas, numbers)
    canvas.line([_point(number, number) for number in numbers], "ink dash")
    for step, (share, row) in enumerate(rows.items(), 1):
        if share:
            canvas.text(_LEFT + 8, 18, f"never more than {100 / share:g} times as fast", on=[step])
        canvas.line([_point(number, value) for number, value in zip(numbers, row, strict=True)], "r0", on=[step])
        for number, value in zip(numbers, row, strict=True):
            x, y = _point(number, value)
            canvas.box(x - 4, y - 4, 8, 8, "", "r0 full", on=[step], radius=4)
        canvas.text(x + 8, y + 5, f"{row[-1]:.3g}", "r0 over", on=[step])
    return canvas


def _axes(canvas: Canvas, numbers: list[int]) -> None:
    top, right = _point(numbers[0], numbers[-1]), _point(numbers[-1], 1)
    canvas.line([top, _point(1, 1), right], "ink")
    for number in numbers:
        canvas.text(_point(number, 1)[0], _BOTTOM + 18, str(number), "quiet", anchor="middle")
        canvas.text(_LEFT - 8, _point(1, number)[1] + 5, f"{number}", "quiet", anchor="end")
    canvas.text(right[0], _BOTTOM + 38, "ranks; upwards: times as fast as one", "quiet", anchor="end")


def _point(ranks: float, speed_up: float) -> tuple[float, float]:
    return _LEFT + _APART * math.log2(ranks), _BOTTOM - _TALL * math.log2(speed_up) / 6
