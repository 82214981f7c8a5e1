"""Four ranks with a shard each, and a copy of the shard of the rank before: one shard is lost, and comes back."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): shard ([\d.]+), copy of rank (\d+): ([\d.]+)")
_LOST, _WIDE, _HIGH, _LANE = 2, 90, 30, 104


def draw(records: Mapping[str, Record]) -> Canvas:
    """Shards above, copies below. The copy of the lost one moves up to its rank."""
    record = records["fault-tolerance/neighbor_keeps_a_copy_of_the_shard.py"]
    found = [_LINE.findall(line)[0] for rank in record.ranks for line in rank.stdout]
    canvas = Canvas(420, 190, steps=4)
    for rank, _, source, _ in found:
        place, left = int(rank), int(source)
        x = 4 + place * _LANE
        canvas.text(x, 16, f"rank {rank}")
        gone = [2, 3] if place == _LOST else []
        whole = [1, 4] if gone else []
        canvas.box(x, 40, _WIDE, _HIGH, f"shard {rank}", f"r{rank}", on=whole)
        if gone:
            canvas.box(x, 40, _WIDE, _HIGH, "lost", "dash", on=gone)
        canvas.box(x, 116, _WIDE, _HIGH, f"copy of {left}", f"r{left}", hot=[3] if left == _LOST else [],
                   on=whole)  # fmt: skip
        if left == _LOST:
            canvas.arrow(x + _WIDE / 2, 112, x - _LANE + _WIDE / 2, 74, on=[3])
    words = ("each rank has a copy of the rank before", "a process is gone, with its shard and its copy",
             "the rank behind it hands the shard over", "with the next step all copies are there again")  # fmt: skip
    for step, word in enumerate(words, 1):
        canvas.text(4, 180, word, "quiet", on=[step])
    return canvas
