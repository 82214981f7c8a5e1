"""Four ranks of a ring: which keys each of them meets in which step, and which products the causal mask leaves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): positions (\d+) to (\d+), (\d+) B .*met \[([\d, ]+)\]")
_LEFT, _TOP, _CELL = 142, 60, 46


def draw(records: Mapping[str, Record]) -> Canvas:
    """A row for the queries of each rank, a column for the keys of each; a cell is filled when they meet."""
    record = records["context-parallel/ring_attends_as_one_process.py"]
    found = [match for rank in record.ranks for line in rank.stdout for match in _LINE.findall(line)]
    met = {int(rank): [int(source) for source in order.split(",")] for rank, _, _, _, order in found}
    ranks = len(met)
    canvas = Canvas(420, _TOP + ranks * _CELL + 26, steps=ranks)
    for step in range(1, ranks + 1):
        told = "step 1: each rank has its own keys" if step == 1 else f"step {step}: keys have gone {step - 1} on"
        canvas.text(4, 16, told, on=[step])
    canvas.text(_LEFT, 42, "keys of rank", "quiet")
    for rank, first, last, _, _ in found:
        y = _TOP + int(rank) * _CELL
        canvas.text(4, y + 19, f"rank {rank}", "ink")
        canvas.text(4, y + 35, f"queries {first}-{last}", "quiet")
        canvas.text(_LEFT + int(rank) * _CELL + 97, 42, rank, "quiet", anchor="middle")
    for rank, order in met.items():
        for step, source in enumerate(order, 1):
            x, y = _LEFT + 76 + source * _CELL, _TOP + rank * _CELL
            css = f"r{rank}" if source <= rank else "quiet dash"
            canvas.box(x, y, _CELL - 4, _CELL - 4, "", css, on=range(step, ranks + 1), hot=[step], radius=2)
            canvas.text(x + 21, y + 26, f"{step}", "ink", anchor="middle", on=range(step, ranks + 1))
    sent = found[0][3]
    canvas.text(4, _TOP + ranks * _CELL + 18, f"each send: {sent} B. Dashed: behind the mask, no work", "quiet")
    return canvas
