"""A model of four layers on one process, then a layer on each rank: activations go forward, gradients come back."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_HOLDS = re.compile(r"holds (\d+) numbers")
_LEFT, _COLUMN, _WIDE = 16, 102, 78


def draw(records: Mapping[str, Record]) -> Canvas:
    """Five steps: one process, four stages, forward, loss, backward."""
    stages = records["pipeline/four_stages_run_four_layers.py"].ranks
    whole = _HOLDS.findall("\n".join(records["pipeline/one_process_runs_four_layers.py"].ranks[0].stdout))[0]
    parts = [_HOLDS.findall("\n".join(rank.stdout))[0] for rank in stages]
    lost = next(line for rank in stages for line in rank.stdout if "rank 3: loss" in line)
    canvas = Canvas(420, 176, steps=5)
    canvas.text(4, 18, f"one process: four layers, {whole} numbers", on=[1])
    canvas.text(4, 18, f"each rank: one layer, {parts[0]} numbers", on=[2, 3, 4, 5])
    for at in range(len(stages)):
        x = _LEFT + at * _COLUMN
        canvas.box(x, 56, _WIDE, 44, f"layer {at}", "r0", on=[1])
        canvas.box(x, 56, _WIDE, 44, f"layer {at}", f"r{at}", on=[2, 3, 4, 5])
        canvas.text(x + _WIDE / 2, 48, f"rank {at}", "quiet", anchor="middle", on=[2, 3, 4, 5])
        if at:
            canvas.arrow(x - _COLUMN + _WIDE + 2, 70, x - 3, 70, "hot", on=[3])
            canvas.arrow(x - 3, 88, x - _COLUMN + _WIDE + 2, 88, "hot", on=[5])
    canvas.text(_LEFT, 128, "activations of a micro-batch", "hot", on=[3])
    canvas.text(_LEFT, 128, "gradients of these activations", "hot", on=[5])
    told = re.findall(r"loss [\d.]+", lost)[0]
    canvas.box(_LEFT + 3 * _COLUMN - 20, 112, _WIDE + 20, 28, told, "hot", on=[4, 5])
    canvas.text(4, 168, "samples enter on rank 0, targets on rank 3", "quiet", on=[2, 3, 4, 5])
    return canvas
