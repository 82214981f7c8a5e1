"""The timelines of 1F1B by ranks and micro-batches: forwards and backwards of each rank, slot by slot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_HEAD = re.compile(r"^(\d+) ranks, m = (\d+): (\d+) slots, idle ([\d.]+)%, stored (\d+)$")
_ROW = re.compile(r"^rank \d+ (\S+)$")
_LEFT, _WIDE, _TOP, _ROOM = 10, 402, 44, 18


def draw(records: Mapping[str, Record]) -> Canvas:
    """A value for each number of ranks and of micro-batches; all have one scale of time."""
    lines = records["pipeline/timelines_by_ranks_and_micro_batches.py"].ranks[0].stdout
    found = list[tuple[tuple[str, ...], list[str]]]()
    for line in lines:
        if head := _HEAD.findall(line):
            found.append((head[0], []))
        for row in _ROW.findall(line):
            found[-1][1].append(row)
    unit = _WIDE / max(len(row) for _, rows in found for row in rows)
    most = max(len(rows) for _, rows in found)
    values = [f"{ranks} · {m}" for (ranks, m, *_), _ in found]
    canvas = Canvas(422, _TOP + most * _ROOM + 28, parameter=values)
    for step, ((ranks, m, slots, idle, stored), rows) in enumerate(found, 1):
        canvas.text(4, 16, f"{ranks} ranks, {m} micro-batches: {slots} slots, idle {idle} %", on=[step])
        canvas.text(4, 34, f"at most {stored} micro-batches stored", "quiet", on=[step])
        places = {"r0": list[tuple[float, float, float, float]](), "r1": list[tuple[float, float, float, float]]()}
        for rank, row in enumerate(rows):
            at = 0
            for sign, same in groupby(row):
                wide = len(list(same))
                if sign != ".":
                    x, y = round(_LEFT + at * unit, 1), _TOP + rank * _ROOM
                    places["r0" if sign.islower() else "r1"].append((x, y, round(wide * unit - 0.8, 1), _ROOM - 5))
                at += wide
        for css, boxes in places.items():
            canvas.boxes(boxes, css, on=[step])
    for x, name, css in ((4, "forward", "r0"), (110, "backward", "r1")):
        canvas.box(x, _TOP + most * _ROOM + 8, 12, 12, "", css, radius=2)
        canvas.text(x + 18, _TOP + most * _ROOM + 19, name, "quiet")
    return canvas
