"""The bytes that a rank holds of one model, by the number of ranks that share it, beside a copy under DDP."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE = 8, 400
_LINE = re.compile(r"shards on (\d+) ranks: weights ([\d,]+) B, gradients ([\d,]+) B, moments ([\d,]+) B")
_PARTS = ("weights", "gradients", "moments")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks."""
    text = "\n".join(records["large-models/more_ranks_hold_smaller_shards.py"].ranks[0].stdout)
    shards = {int(ranks): [_number(part) for part in parts] for ranks, *parts in _LINE.findall(text)}
    copy = _number(re.findall(r"a copy on each rank: ([\d,]+) B", text)[0])
    canvas = Canvas(_WIDE + 16, 168, parameter=shards)
    canvas.text(_LEFT, 16, f"a copy on each rank (DDP): {copy:,} B, on any number")
    _bar(canvas, 24, shards[1], copy, [])
    for step, (ranks, parts) in enumerate(shards.items(), 1):
        canvas.text(_LEFT, 88, f"a shard on each of {ranks} ranks (FSDP): {sum(parts):,} B", on=[step])
        _bar(canvas, 96, parts, copy, [step])
    for number, part in enumerate(_PARTS):
        canvas.box(_LEFT + 130 * number, 142, 14, 14, "", f"r{number}", radius=2)
        canvas.text(_LEFT + 130 * number + 20, 154, part, "quiet")
    return canvas


def _bar(canvas: Canvas, y: float, parts: list[int], copy: int, on: list[int]) -> None:
    x: float = _LEFT
    for number, part in enumerate(parts):
        canvas.box(x, y, _WIDE * part / copy, 30, "", f"r{number}", on=on, radius=2)
        x += _WIDE * part / copy


def _number(text: str) -> int:
    return int(text.replace(",", ""))
