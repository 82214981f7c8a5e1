"""The path of an activation through a transformer block on two ranks, and where the all-reduces stand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"input once: (\d+) \+ (\d+) all-reduces, (\d+) B sent")
_PARTS = (("norm 1", "copy"), ("q, k, v", "part"), ("o", "part"), ("norm 2", "copy"), ("up", "part"), ("down", "part"))
_LEFT, _STEP, _WIDE = 8, 68, 62


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for the layout, two for the forward and two for the backward; sums behind o, down, up and q, k, v."""
    record = records["tensor-parallel/four_all_reduces_stand_in_a_block.py"]
    forward, backward, sent = map(int, _LINE.findall(record.ranks[0].stdout[0])[0])
    canvas = Canvas(424, 204, steps=1 + forward + backward)
    canvas.text(4, 16, "norms are copies, matrices are parts", on=[1])
    places = (("forward", 3), ("forward", 6), ("backward", 4), ("backward", 1))  # before which part the sum stands
    for number, (way, place) in enumerate(places, 1):
        step = number + 1
        told = f"{way}: all-reduce {number} of {forward + backward}, {sent // (forward + backward)} B from each rank"
        canvas.text(4, 16, told, on=[step])
        x = _LEFT + place * _STEP - (_STEP - _WIDE) / 2
        canvas.line([(x, 60), (x, 158)], "ink", on=range(step, 2 + forward + backward), hot=[step])
        canvas.text(x, 178, "g" if way == "forward" else "f", anchor="middle", on=range(step, 2 + forward + backward))
    canvas.arrow(8, 196, 408, 196, "quiet", on=range(2, 2 + forward))
    canvas.arrow(408, 196, 8, 196, "quiet", on=range(2 + forward, 2 + forward + backward))
    canvas.text(4, 48, "rank 0 above, rank 1 below", "quiet")
    for rank in range(2):
        y = 66 + rank * 50
        for place, (name, kind) in enumerate(_PARTS):
            css = "ink" if kind == "copy" else f"r{rank}"
            canvas.box(_LEFT + place * _STEP, y, _WIDE, 36, name, css, radius=3)
    return canvas
