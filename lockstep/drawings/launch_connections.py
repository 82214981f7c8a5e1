"""The connections between the ranks of a gloo group, for several numbers of ranks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import combinations

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\d+) ranks: connections (\d+) for each, (\d+) in all")
_MIDDLE, _RADIUS = (210, 152), 108


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks: the ranks on a circle, a line for each connection."""
    text = "\n".join(records["launch/gloo_connects_every_pair_of_ranks.py"].ranks[0].stdout)
    found = {int(ranks): (each, total) for ranks, each, total in _LINE.findall(text)}
    canvas = Canvas(420, 276, parameter=found)
    for step, (ranks, (each, total)) in enumerate(found.items(), 1):
        canvas.text(4, 20, f"{ranks} ranks, connections: {each} for each, {total} in all", on=[step])
        places = [_place(rank, ranks) for rank in range(ranks)]
        for ends in combinations(places, 2):
            canvas.line(ends, "quiet", on=[step])
        for rank, (x, y) in enumerate(places):
            canvas.box(x - 15, y - 11, 30, 22, str(rank), f"r{rank % 8}", on=[step], radius=3)
    return canvas


def _place(rank: int, ranks: int) -> tuple[float, float]:
    angle = 2 * math.pi * rank / ranks - math.pi / 2
    return round(_MIDDLE[0] + _RADIUS * math.cos(angle), 1), round(_MIDDLE[1] + _RADIUS * math.sin(angle), 1)
