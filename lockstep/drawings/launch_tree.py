"""Two hosts, the torchrun of each, and the ranks that it starts with their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_HOST, _RANK, _GAP = 196, 84, 12  # width of a host, of a rank, and the distance of two
_LINE = re.compile(r"rank (\d+): local rank (\d+) of node (\d+), (\w+);")


def draw(records: Mapping[str, Record]) -> Canvas:
    """One typed line on each host, one torchrun, two processes."""
    text = "\n".join(line for rank in records["machines/one_line_on_two_hosts.py"].ranks for line in rank.stdout)
    ranks = sorted(tuple(map(int, found[:3])) for found in _LINE.findall(text))
    names = {int(node): name for _, _, node, name in _LINE.findall(text)}
    canvas = Canvas(420, 176, steps=1)
    for node, name in names.items():
        left = _left(node)
        canvas.box(left, 4, _HOST, 168, "", "quiet dash", radius=5)
        canvas.text(left + 8, 22, name, "quiet")
        canvas.text(left + _HOST - 8, 22, f"WORLD_SIZE {len(ranks)}", anchor="end")
        canvas.box(left + _HOST / 2 - 44, 34, 88, 26, "torchrun", radius=3)
    for rank, local, node in ranks:
        left = _left(node) + _GAP - 2 + local * (_RANK + _GAP - 2)
        canvas.arrow(_left(node) + _HOST / 2, 60, left + _RANK / 2, 90)
        canvas.box(left, 92, _RANK, 30, f"RANK {rank}", f"r{rank}", radius=3)
        canvas.text(left + _RANK / 2, 142, "LOCAL_RANK", "quiet", anchor="middle")
        canvas.text(left + _RANK / 2, 160, str(local), f"r{rank}", anchor="middle")
    return canvas


def _left(node: int) -> float:
    return 8 + node * (_HOST + 12)
