"""Traffic of a rank in a step over the number of ranks: formulas as lines, simulated and real ranks as marks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.drawings.chart import ranks_legend
from lockstep.record.record import Record

_LINE = re.compile(r" *(\d+) (REAL|SIMULATED) +([\d.]+) +([\d.]+) +([\d.]+)")


def draw(records: Mapping[str, Record]) -> Canvas:
    """Three steps: DDP approaches 2, FSDP approaches 3, HSDP sends an eighth between machines."""
    lines = records["ranks/traffic_of_a_rank_flattens.py"].ranks[0].stdout
    rows = [match.groups() for match in map(_LINE.match, lines) if match]
    canvas = Canvas(420, 322, steps=3)
    _axes(canvas)
    _way(canvas, "r1", lambda n: 2 * (n - 1) / n, rows, 1)
    canvas.text(_x(16384), _y(2) + 20, "DDP: 2 (N - 1) / N", anchor="end", hot=[1])
    _way(canvas, "r0", lambda n: 3 * (n - 1) / n, rows, 2)
    canvas.text(_x(16384), _y(3) - 9, "FSDP: 3 (N - 1) / N", anchor="end", on=(2, 3), hot=[2])
    _way(canvas, "r2 dash", lambda n: 3 * 7 / 8 + 2 * (1 - 8 / n) / 8, rows, 3)
    canvas.text(_x(16384), _y(2.875) + 22, "HSDP: 21/8 + 2 (M - 1) / 8 M, M = N / 8", anchor="end", on=[3], hot=[3])
    return canvas


def _axes(canvas: Canvas) -> None:
    canvas.line([(_x(4) - 12, 26), (_x(4) - 12, _y(0)), (_x(16384) + 10, _y(0))], "ink")
    canvas.text(4, 14, "sent by a rank in a step, in weights")
    for times in range(4):
        canvas.text(_x(4) - 18, _y(times) + 5, str(times), "quiet", anchor="end")
    for n in (4, 8, 64, 1024, 16384):
        canvas.text(_x(n), _y(0) + 18, f"{n:,}", "quiet", anchor="middle")
    ranks_legend(canvas, _x(16384) + 10, _y(0) + 38)


def _way(canvas: Canvas, css: str, formula: Callable[[float], float], rows: list[tuple[str, ...]], step: int) -> None:
    """Draw the line of a formula with the traffic of real and simulated rings; `step` is also the column of a row."""
    on, start = range(step, 4), 3 if step == 3 else 2
    points = [2 ** (start + k / 4) for k in range(4 * (14 - start) + 1)]
    canvas.line([(_x(n), _y(formula(n))) for n in points], css, on=on, hot=[step])
    for n, kind, *sent in rows:
        half, radius = (6, 6) if kind == "REAL" else (4, 0)
        if kind == "SIMULATED" or step < 3:  # the real run of HSDP has two shards
            y = _y(float(sent[step - 1]))
            canvas.box(_x(int(n)) - half, y - half, 2 * half, 2 * half, "", css, on=on, hot=[step], radius=radius)


def _x(n: float) -> float:
    return 58 + 28 * (math.log2(n) - 2)


def _y(times: float) -> float:
    return 250 - 68 * times
