"""Four ranks as replicas of one, two and four ranks: which of them go on when one rank is dead."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"(\d+) replicas of (\d+) ranks: (\d+) ranks go on")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A row for each layout, with a frame around each replica."""
    lines = records["fault-tolerance/one_dead_rank_stops_its_whole_replica.py"].ranks[0].stdout
    found = [tuple(map(int, match.groups())) for line in lines if (match := _LINE.match(line))]
    canvas = Canvas(420, 18 + 74 * len(found), steps=1)
    for row, (replicas, ranks, going) in enumerate(found):
        y = 24 + 74 * row
        canvas.text(4, y - 6, f"replicas of {ranks}", "quiet")
        canvas.text(412, y + 27, f"{going} go on", anchor="end")
        for replica in range(replicas):
            left = 4 + replica * ranks * 78
            canvas.box(left, y, ranks * 78 - 6, 44, "", "quiet")
            for rank in range(replica * ranks, (replica + 1) * ranks):
                stands = "dash" if rank >= going else f"r{replica}"
                label = "dead" if rank == replicas * ranks - 1 else f"rank {rank}"
                canvas.box(8 + rank * 78, y + 6, 64, 32, label, stands)
    return canvas
