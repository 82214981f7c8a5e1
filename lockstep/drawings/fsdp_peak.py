"""The peak of memory on a rank of a sharded model by the number of ranks: shards, and what is whole for a moment."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE = 8, 400
_LINE = re.compile(r"(\d+) ranks: peak ([\d.]+) layers = ([\d.]+) of shards \+ ([\d.]+) whole")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of ranks."""
    text = "\n".join(records["fsdp/peak_is_shards_and_four_groups.py"].ranks[0].stdout)
    peaks = {int(ranks): tuple(map(float, values)) for ranks, *values in _LINE.findall(text)}
    fewest = min(peaks)
    copy = fewest * peaks[fewest][1]
    canvas = Canvas(_WIDE + 16, 168, parameter=peaks)
    canvas.text(_LEFT, 16, f"a copy on each rank (DDP): {copy:g} layers, computed")
    canvas.box(_LEFT, 24, _WIDE, 30, "", "r5", radius=2)
    for step, (ranks, (peak, shards, whole)) in enumerate(peaks.items(), 1):
        said = f"{ranks} ranks: {peak:g} = {shards:g} of shards + {whole:g} whole"
        canvas.text(_LEFT, 88, said, on=[step])
        long = _WIDE * shards / copy
        canvas.box(_LEFT, 96, long, 30, "", "r0", on=[step], radius=2)
        canvas.box(_LEFT + long, 96, _WIDE * whole / copy, 30, "", "r1", on=[step], radius=2)
    canvas.box(_LEFT, 142, 14, 14, "", "r0", radius=2)
    canvas.text(_LEFT + 20, 154, "shards", "quiet")
    canvas.box(_LEFT + 100, 142, 14, 14, "", "r1", radius=2)
    canvas.text(_LEFT + 120, 154, "whole layers and gradients", "quiet")
    return canvas
