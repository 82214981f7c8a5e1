"""The timelines of schedules: what each rank does in each half slot, by the name of the schedule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_HEAD = re.compile(r"^(\w+): ([\d.]+) slots, idle ([\d.]+)%, stored ([\d.]+)$")
_ROW = re.compile(r"^rank (\d+) stage (\d+) (\S+)$")
_LEFT, _WIDE, _TOP, _ROOM, _HIGH = 10, 402, 44, 40, 26
_SHORT = {
    "LoopedBFS": "Loop", "Interleaved1F1B": "Inter", "InterleavedZeroBubble": "Zero", "ZBVZeroBubble": "ZBV",
    "DualPipeV": "Dual",
}  # fmt: skip
_KINDS = {
    "forward": "r0", "forward, later stage": "r0 full", "weights": "r2",
    "backward": "r1", "backward, later stage": "r1 full",
}  # fmt: skip


def draw(records: Mapping[str, Record]) -> Canvas:
    """A value of a parameter for each schedule; all have one scale of time."""
    return _draw(records, ())


def in_steps(records: Mapping[str, Record]) -> Canvas:
    """Three steps: GPipe, 1F1B and ZBV."""
    return _draw(records, ("GPipe", "1F1B", "ZBVZeroBubble"))


def _draw(records: Mapping[str, Record], names: tuple[str, ...]) -> Canvas:
    """These schedules in steps, or all of them as a parameter."""
    lines = records["pipeline/timelines_of_seven_schedules.py"].ranks[0].stdout
    found = list[tuple[tuple[str, ...], list[tuple[int, int, str]]]]()
    for line in lines:
        if head := _HEAD.findall(line):
            found.append((head[0], []))
        for rank, stage, row in _ROW.findall(line):
            found[-1][1].append((int(rank), int(stage), row))
    found = [told for told in found if not names or told[0][0] in names]
    longest = max(len(row) for _, rows in found for *_, row in rows)
    ranks = 1 + max(rank for _, rows in found for rank, *_ in rows)
    values = [] if names else [_SHORT.get(name, name) for (name, *_), _ in found]
    canvas = Canvas(422, _TOP + ranks * _ROOM + 54, steps=len(found), parameter=values)
    shown = {what: list[int]() for what in _KINDS}  # in which steps there is something of this kind
    for step, ((name, slots, idle, stored), rows) in enumerate(found, 1):
        canvas.text(4, 16, f"{name}: {slots} slots, idle {idle} %", on=[step])
        canvas.text(4, 34, f"at most {stored} micro-batches stored", "quiet", on=[step])
        for what, css in _KINDS.items():
            boxes = [box for rank, stage, row in rows for box in _boxes(rank, stage >= ranks, row, css, longest)]
            canvas.boxes(boxes, css, on=[step])
            if boxes:
                shown[what].append(step)
        for rank, stage, row in rows:
            if stage < ranks and len(rows) == ranks:  # the numbers fit where a rank has one stage
                _numbers(canvas, rank, row, longest, step)
    for rank in range(ranks):
        canvas.text(4, _TOP + rank * _ROOM + 10, f"rank {rank}", "quiet")
    for at, (name, css) in enumerate(_KINDS.items()):
        x, y = (4, 110, 320, 4, 110)[at], _TOP + ranks * _ROOM + (8 if at < 3 else 30)
        if shown[name]:
            canvas.box(x, y, 12, 12, "", css, on=shown[name], radius=2)
            canvas.text(x + 18, y + 11, name, "quiet", on=shown[name])
    return canvas


def _kind(sign: str) -> str:
    return "forward" if sign.isdigit() else "weights" if sign.isupper() else "backward"


def _boxes(rank: int, second: bool, row: str, css: str, longest: int) -> list[tuple[float, float, float, float]]:
    """The places of one kind and stage in a row."""
    unit, at, places = _WIDE / longest, 0, list[tuple[float, float, float, float]]()
    for sign, same in groupby(row):
        wide = len(list(same))
        kind = _kind(sign)
        name = f"{kind}, later stage" if second and kind != "weights" else kind
        if sign != "." and _KINDS[name] == css:
            places.append(
                (round(_LEFT + at * unit, 1), _TOP + rank * _ROOM + 13, round(wide * unit - 0.8, 1), _HIGH - 6)
            )
        at += wide
    return places


def _numbers(canvas: Canvas, rank: int, row: str, longest: int, step: int) -> None:
    """The number of the micro-batch in each box."""
    unit, at = _WIDE / longest, 0
    for sign, same in groupby(row):
        wide = len(list(same))
        if sign != ".":
            number = sign if sign.isdigit() else str(ord(sign) - ord("a"))
            x = _LEFT + (at + wide / 2) * unit
            canvas.text(x, _TOP + rank * _ROOM + 28, number, "quiet", anchor="middle", on=[step])
        at += wide
