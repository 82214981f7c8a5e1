"""Bytes of training state on a rank over the number of ranks: formulas as lines, simulated and real ranks as marks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.drawings.chart import ranks_legend
from lockstep.record.record import Record

_LINE = re.compile(r" *(\d+) (REAL|SIMULATED) +([\d,]+)")
_RANKS = (4, 8, 64, 1024, 16384)
_NAMES = {10: "1 KiB", 14: "16 KiB", 18: "256 KiB", 20: "1 MiB", 24: "16 MiB"}  # by power of 2


def draw(records: Mapping[str, Record]) -> Canvas:
    """Four steps: DDP is flat, FSDP falls, HSDP is flat again, and ZeRO-1 and ZeRO-2 divide a part of the state."""
    ddp = _held(records["ranks/ddp_holds_everything_on_each_rank.py"])
    fsdp = _held(records["ranks/fsdp_holds_one_nth_on_each_rank.py"])
    hsdp = _held(records["ranks/hsdp_shards_eight_ways_at_any_size.py"])
    del hsdp["REAL"]  # the real run has two shards, but the line is for eight
    state = ddp["REAL"][4]  # 16 bytes per parameter: weight 4, gradient 4, moments 8

    canvas = Canvas(420, 422, steps=4)
    _axes(canvas)
    _way(canvas, "r1", lambda n: state, ddp, first=1)
    canvas.text(_x(16384), _y(state) - 8, "DDP: 16 P", anchor="end", hot=[1])
    _way(canvas, "r0", lambda n: state / n, fsdp, first=2)
    canvas.text(_x(1024) - 16, _y(state / 1024) + 16, "FSDP: 16 P / N", anchor="end", on=range(2, 5), hot=[2])
    _way(canvas, "r2", lambda n: state / 8, hsdp, first=3, start=8)
    canvas.text(_x(16384), _y(state / 8) + 18, "HSDP, 8 shards: 2 P", anchor="end", on=range(3, 5), hot=[3])
    for whole, css in ((8, "r3 dash"), (4, "r6 dash")):  # of 16 bytes, those that are not divided
        _way(canvas, css, lambda n, whole=whole: state * (whole + (16 - whole) / n) / 16, {}, first=4)  # type: ignore[misc]
    canvas.text(_x(16384), _y(state / 2) - 5, "ZeRO-1: 8 P + 8 P / N", anchor="end", on=[4], hot=[4])
    canvas.text(_x(16384), _y(state / 4) - 5, "ZeRO-2: 4 P + 12 P / N", anchor="end", on=[4], hot=[4])
    return canvas


def _held(record: Record) -> dict[str, dict[int, int]]:
    """Bytes by number of ranks, for real and for simulated ranks."""
    sizes: dict[str, dict[int, int]] = {"REAL": {}, "SIMULATED": {}}
    for n, kind, size in (match.groups() for match in map(_LINE.match, record.ranks[0].stdout) if match):
        sizes[kind][int(n)] = int(size.replace(",", ""))
    return sizes


def _axes(canvas: Canvas) -> None:
    canvas.line([(_x(4) - 12, 26), (_x(4) - 12, _y(2**10) + 12), (_x(16384) + 10, _y(2**10) + 12)], "ink")
    canvas.text(4, 14, "bytes on a rank, log scale")
    for power, name in _NAMES.items():
        canvas.text(_x(4) - 18, _y(2**power) + 5, name, "quiet", anchor="end")
    for n in _RANKS:
        canvas.text(_x(n), _y(2**10) + 30, f"{n:,}", "quiet", anchor="middle")
    ranks_legend(canvas, _x(16384) + 10, _y(2**10) + 48)


def _way(
    canvas: Canvas, css: str, formula: Callable[[int], float], held: dict[str, dict[int, int]], first: int,
    start: int = 4,
) -> None:  # fmt: skip
    """Draw the line of a formula with the measured bytes as marks on it, visible from step `first` on."""
    on, powers = range(first, 5), range(int(math.log2(start)), 15)
    canvas.line([(_x(2**p), _y(formula(2**p))) for p in powers], css, on=on, hot=[first])
    for kind, half, radius in (("REAL", 6, 6), ("SIMULATED", 4, 0)):
        for n, size in held.get(kind, {}).items():
            canvas.box(_x(n) - half, _y(size) - half, 2 * half, 2 * half, "", css, on=on, hot=[first], radius=radius)


def _x(n: float) -> float:
    return 84 + 26 * (math.log2(n) - 2)


def _y(size: float) -> float:
    return 44 + 21 * (24 - math.log2(size))
