"""The memory of one rank of a sharded model over a step, moment by moment, beside a copy under DDP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _BOTTOM, _TALL, _APART, _WIDE = 10, 236, 176, 37, 29
_COPIES = 4  # weights, gradients and the two moments of Adam
_MOMENT = re.compile(r"(before|forward \d+|backward \d+|gradients|after): ([\d.]+) layers")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each moment of the run; the later layers of the forward, which are alike, share one."""
    text = "\n".join(records["fsdp/memory_rises_and_falls_in_a_step.py"].ranks[0].stdout)
    held = [(moment, float(layers)) for moment, layers in _MOMENT.findall(text)]
    kept = held[0][1]  # shards of the weights and of both moments
    layers = sum(moment.startswith("forward") for moment, _ in held)
    steps = _steps([moment for moment, _ in held])
    canvas = Canvas(420, 292, steps=max(steps))
    scale = _TALL / (_COPIES * layers)
    canvas.line([(_LEFT, _BOTTOM - _TALL), (_LEFT + _APART * len(held) - 8, _BOTTOM - _TALL)], "r5 dash")
    canvas.text(_LEFT, _BOTTOM - _TALL - 8, f"a copy under DDP: {_COPIES * layers} layers (computed)", "quiet")
    for number, ((moment, value), step) in enumerate(zip(held, steps, strict=True)):
        x = _LEFT + _APART * number
        canvas.box(x, _BOTTOM - scale * kept, _WIDE, scale * kept, "", "r0", hot=[step], radius=2)
        above = scale * (value - kept)
        if above > 0:
            canvas.box(x, _BOTTOM - scale * kept - above, _WIDE, above, "", "r1", hot=[step], radius=2)
        if moment[-1].isdigit():
            canvas.text(x + _WIDE / 2, _BOTTOM + 16, moment[-1], "quiet", anchor="middle")
        if steps.index(step) == number:
            canvas.text(_LEFT, 20, f"{moment}: {value:.1f} layers on a rank", on=[step])
    _names(canvas, layers)
    return canvas


def _steps(moments: list[str]) -> list[int]:
    """The step in which each moment is highlighted."""
    steps = [1]
    for before, moment in pairwise(moments):
        alike = moment.startswith("forward") and before.startswith("forward") and before != "forward 0"
        steps.append(steps[-1] + (not alike))
    return steps


def _names(canvas: Canvas, layers: int) -> None:
    """The parts of the step below the bars, and what the colours mean."""
    middle = _LEFT + _WIDE / 2
    parts = [(0.0, "before"), (layers / 2 + 0.5, "forward"), (1.5 * layers + 0.5, "backward")]
    for place, name in parts:
        canvas.text(max(middle + _APART * place, 26), _BOTTOM + 32, name, "quiet", anchor="middle")
    end = _LEFT + _APART * (2 * layers + 2) + _WIDE
    canvas.text(end, _BOTTOM + 32, "sent, after", "quiet", anchor="end")
    canvas.box(_LEFT, _BOTTOM + 38, 10, 10, "", "r0", radius=2)
    canvas.text(_LEFT + 16, _BOTTOM + 47, "shards", "quiet")
    canvas.box(_LEFT + 86, _BOTTOM + 38, 10, 10, "", "r1", radius=2)
    canvas.text(_LEFT + 102, _BOTTOM + 47, "whole layers and gradients", "quiet")
