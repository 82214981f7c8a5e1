"""The hops of a ring and of a tree, one bar each, by the number of ranks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\d+) SIMULATED +(\d+) +([\d.]+) +(\d+) +([\d.]+)")
_LEFT, _WIDE = 8, 300


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks. Bars grow with the logarithm, because the hops of a ring grow with the ranks."""
    text = "\n".join(records["ranks/ring_takes_more_hops_than_a_tree.py"].ranks[0].stdout)
    found = [(int(ranks), int(ring), sent, int(tree), most) for ranks, ring, sent, tree, most in _LINE.findall(text)]
    canvas = Canvas(420, 150, parameter=[ranks for ranks, *_ in found])
    longest = max(ring for _, ring, *_ in found)
    canvas.text(_LEFT, 16, "hops of an all-reduce; bars on a logarithmic scale", "quiet")
    for step, (_, ring, sent, tree, most) in enumerate(found, 1):
        for row, (name, hops, tensors) in enumerate((("ring", ring, sent), ("tree", tree, most))):
            y = 46 + 56 * row
            canvas.text(_LEFT, y, f"{name}: {hops:,} hops, a rank sends up to {tensors} tensors", on=[step])
            canvas.box(_LEFT, y + 8, _WIDE * math.log(hops) / math.log(longest), 22, "", f"r{row}", on=[step], radius=2)
    return canvas
