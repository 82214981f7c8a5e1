"""The time of products and of all-reduces of a layer, as bars, by link and number of ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\w+) \d+ GB/s, (\d+) ranks: compute ([\d.]+) ms, all-reduces ([\d.]+) ms, share (\d+)%")
_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each line of the program; all bars have one scale."""
    lines = records["tensor-parallel/all_reduces_beside_compute.py"].ranks[0].stdout
    found = [
        (name, ranks, float(a), float(b), share) for line in lines for name, ranks, a, b, share in _LINE.findall(line)
    ]
    canvas = Canvas(420, 134, parameter=[f"{name}, {ranks} ranks" for name, ranks, *_ in found])
    scale = _WIDE / max(max(compute, sent) for *_, compute, sent, _ in found)
    for step, (_, _, compute, sent, share) in enumerate(found, 1):
        canvas.text(4, 16, f"all-reduces take {share} % of the time", on=[step])
        for row, (name, time) in enumerate((("products", compute), ("all-reduces", sent))):
            y = 44 + 46 * row
            canvas.text(_LEFT, y, f"{name}: {time:g} ms", "quiet", on=[step])
            canvas.box(_LEFT, y + 8, time * scale, 20, "", f"r{row}", on=[step], radius=2)
    return canvas
