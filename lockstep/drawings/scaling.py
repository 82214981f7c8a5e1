"""The efficiency of 1, 2 and 4 ranks that share one batch, and the prediction of Amdahl's law for 8."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"N = (\d+): .* efficiency (\d+)%")
_MOST = 8  # largest number of ranks on the axis


def draw(records: Mapping[str, Record]) -> Canvas:
    """Six steps: the axes, ideal, measured, the loss, Amdahl from 2 ranks, Amdahl also from 4 ranks."""
    lines = records["scaling/efficiency_falls_with_the_ranks.py"].ranks[0].stdout
    efficiency = {int(match[1]): int(match[2]) / 100 for match in map(_LINE.match, lines) if match}
    largest = max(efficiency)

    canvas = Canvas(420, 326, steps=6)
    _axes(canvas)
    canvas.line([(_x(1), _y(1)), (_x(_MOST), _y(1))], "ink", on=range(2, 7), hot=[2])
    _key(canvas, 0, "ink", "ideal: 100% on any number", first=2)

    for n, share in efficiency.items():
        fall = _y(share) - _y(1)
        moves = {3: (0.0, fall)} if fall else None
        canvas.box(_x(n) - 5, _y(1) - 5, 10, 10, "", "r0", on=range(2, 7), hot=[3], radius=5, moves=moves)
        if n > 1:
            canvas.text(_x(n) - 8, _y(share) + 18, f"{share:.0%}", anchor="end", on=range(3, 7), hot=[3])
    measured = [(_x(n), _y(share)) for n, share in efficiency.items()]
    canvas.line(measured, "r0", on=range(3, 7), hot=[3])
    _key(canvas, 1, "r0", "measured, with dots", first=3)

    lost = 1 - efficiency[largest]
    canvas.arrow(_x(largest), _y(1) + 2, _x(largest), _y(1 - lost) - 7, on=range(4, 7), hot=[4])
    canvas.text(_x(largest) + 8, _y(1 - lost / 2) + 5, f"{lost:.0%} is lost", on=range(4, 7), hot=[4])

    for row, (n, css) in enumerate(((2, "r1 dash"), (largest, "r2")), 2):
        share = (1 / (efficiency[n] * n) - 1 / n) / (1 - 1 / n)  # the metric of Karp and Flatt
        curve = [(_x(2 ** (k / 8)), _y(_amdahl(share, 2 ** (k / 8)))) for k in range(8 * int(math.log2(_MOST)) + 1)]
        canvas.line(curve, css, on=range(row + 3, 7), hot=[row + 3])
        words = f"Amdahl, from N = {n}: {_amdahl(share, _MOST):.0%} on {_MOST}"
        _key(canvas, row, css, words, first=row + 3)
    return canvas


def _axes(canvas: Canvas) -> None:
    canvas.line([(_x(1), _y(1) - 12), (_x(1), _y(0)), (_x(_MOST), _y(0))], "ink", hot=[1])
    for share in (0, 0.5, 1):
        canvas.text(_x(1) - 10, _y(share) + 5, f"{share:.0%}", "quiet", anchor="end")
    for n in (1, 2, 4, _MOST):
        canvas.text(_x(n), _y(0) + 18, str(n), "quiet", anchor="middle")
    canvas.text(4, 14, "efficiency", hot=[1])
    canvas.text(_x(_MOST) + 10, _y(0) + 36, "ranks that share one batch", anchor="end", hot=[1])


def _key(canvas: Canvas, row: int, css: str, words: str, first: int) -> None:
    """Draw the legend of a line, visible from the step on in which the line appears."""
    y = _y(0) + 62 + 20 * row
    canvas.line([(_x(1), y - 4), (_x(1) + 28, y - 4)], css, on=range(first, 7), hot=[first])
    canvas.text(_x(1) + 38, y, words, on=range(first, 7), hot=[first])


def _amdahl(share: float, n: float) -> float:
    """Efficiency on n ranks if a `share` of the work cannot be split."""
    return 1 / (share * n + 1 - share)


def _x(n: float) -> float:
    return 58 + 110 * math.log2(n)


def _y(efficiency: float) -> float:
    return 196 - 160 * efficiency
