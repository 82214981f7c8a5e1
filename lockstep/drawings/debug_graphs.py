"""What a sum of losses keeps after so many batches: the activations of each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE = 8, 400
_LINE = re.compile(r"(\d+) batches: sum of tensors keeps ([\d,]+) B, of numbers ([\d,]+) B")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of batches."""
    lines = records["debug/summed_losses_keep_every_graph.py"].ranks[0].stdout
    kept = {int(m[1]): (_bytes(m[2]), _bytes(m[3])) for m in map(_LINE.match, lines) if m}
    most, one = max(tensors for tensors, _ in kept.values()), kept[min(kept)][0]
    canvas = Canvas(_WIDE + 16, 128, parameter=kept)
    for step, (steps, (tensors, numbers)) in enumerate(kept.items(), 1):
        canvas.text(_LEFT, 18, f"total += loss: {tensors // 1024:,} KiB kept", on=[step])
        for number in range(steps):
            wide = _WIDE * one / most
            canvas.box(_LEFT + wide * number, 26, wide - 3, 30, "", f"r{number % 6}", on=[step], radius=2)
        canvas.text(_LEFT, 84, f"total += loss.item(): {numbers // 1024:,} KiB kept", on=[step])
    canvas.line([(_LEFT, 92), (_LEFT, 122)], "quiet")
    return canvas


def _bytes(text: str) -> int:
    return int(text.replace(",", ""))
