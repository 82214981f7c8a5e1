"""The copies of the weights that a rank holds at six moments of its first two steps with Adam."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _BAR, _GAP, _BOTTOM, _COPY = 14, 44, 66, 186, 36  # first bar, its width, distance of two, foot, height of a copy
_LINE = re.compile(r"step (\d+), (.*): (\d+) copies of the weights")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A bar for each moment, in the order in which they come."""
    lines = records["debug/adam_state_appears_at_the_first_step.py"].ranks[0].stdout
    moments = [(int(m[1]), m[2], int(m[3])) for m in map(_LINE.match, lines) if m]
    most = max(copies for *_, copies in moments)
    canvas = Canvas(_LEFT + _GAP * len(moments) + 8, _BOTTOM + 44, steps=len(moments))
    canvas.text(_LEFT, 16, f"copies of the weights, {most} at most", "quiet")
    for place, (step, moment, copies) in enumerate(moments):
        x, seen = _LEFT + _GAP * place, range(place + 1, len(moments) + 1)
        high = _COPY * copies
        canvas.box(x, _BOTTOM - high, _BAR, high, "", f"r{step - 1}", on=seen, hot=[place + 1], radius=2)
        canvas.text(x + _BAR / 2, _BOTTOM - high - 6, str(copies), anchor="middle", on=seen)
        word = {"forward": "forward", "gradients there": "backward", "end": "update"}[moment]
        canvas.text(x + _BAR / 2, _BOTTOM + 18, word, "quiet", anchor="middle")
    for step in sorted({step for step, *_ in moments}):
        first = next(place for place, (at, *_) in enumerate(moments) if at == step)
        canvas.text(_LEFT + _GAP * first, _BOTTOM + 38, f"step {step}", f"r{step - 1}")
    return canvas
