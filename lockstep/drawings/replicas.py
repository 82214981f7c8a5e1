"""Four ranks with and without DDP: own gradients, their average, and the weights after some steps."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import BadDrawing, Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank \d+, step \d+: gradient (-?[\d.]+), weight (-?[\d.]+)")
_TOP, _PITCH, _HIGH = 62, 44, 28
_OWN, _BAR, _MEAN, _WEIGHT = 62, 142, 242, 334  # left ends of the columns
_CELL, _WIDE = 46, 64  # widths
_WITH, _WITHOUT = (1, 2, 3, 4), (5, 6)


def draw(records: Mapping[str, Record]) -> Canvas:
    """Six steps: own gradients, all-reduce, average, equal weights; without the line, and weights that drift."""
    together = _said(records["ddp/replicas_step_together.py"])
    alone = _said(records["ddp/replicas_drift_without_ddp.py"])
    if len(together) != len(alone):
        raise BadDrawing("the two programs ran on different numbers of ranks")
    bottom = _TOP + _PITCH * len(alone)
    canvas = Canvas(420, bottom, steps=6)
    code = "model = DistributedDataParallel(model)"
    canvas.text(8, 18, code, "ink", on=_WITH)
    canvas.text(8, 18, code, "quiet", on=_WITHOUT)
    canvas.line([(8, 14), (272, 14)], "r5", on=_WITHOUT)
    canvas.text(_OWN + _CELL / 2, 48, "gradient", "quiet", anchor="middle")
    canvas.text(_MEAN + _CELL / 2, 48, "average", "quiet", anchor="middle", on=(3, 4))
    canvas.text(_WEIGHT + _WIDE / 2, 48, "weight", "quiet", anchor="middle", on=(4, 6))
    canvas.box(_BAR, _TOP - 6, 62, _PITCH * len(alone) - 4, "", "ink soft", on=_WITH, hot=[2])
    canvas.text(_BAR + 31, 48, "all-reduce", "quiet", anchor="middle", on=_WITH, hot=[2])
    for rank, (own, mean) in enumerate(zip(alone, together, strict=True)):
        top = _TOP + _PITCH * rank
        canvas.text(4, top + 19, f"rank {rank}", f"r{rank}")
        moves = {2: (_BAR + 8.0 - _OWN, 0.0), 5: (_MEAN - _OWN + 0.0, 0.0)}
        canvas.box(_OWN, top, _CELL, _HIGH, own[0][0], f"r{rank}", on=[1, 2, 5, 6], moves=moves)
        canvas.box(_MEAN, top, _CELL, _HIGH, mean[0][0], f"r{rank}", on=[3, 4], hot=[3])
        canvas.box(_WEIGHT, top, _WIDE, _HIGH, mean[-1][1], f"r{rank}", on=[4])
        canvas.box(_WEIGHT, top, _WIDE, _HIGH, own[-1][1], f"r{rank}", on=[6], hot=[6])
    return canvas


def _said(record: Record) -> list[list[tuple[str, str]]]:
    """Gradient and weight of each rank after each step."""
    return [[(match[1], match[2]) for match in map(_LINE.match, rank.stdout) if match] for rank in record.ranks]
