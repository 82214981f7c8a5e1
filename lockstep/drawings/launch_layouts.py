"""Hosts with their ranks and GPUs, for several numbers of processes on each host."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"([\d +]+): (host .*); LOCAL_RANK (\[.*\])")
_HOST = re.compile(r"host (\d+) (\[[^]]*\])")
_LEFT, _WIDE, _HIGH, _TOP = 76, 84, 58, 36


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each layout: a row for each host, a box for each of its ranks."""
    text = "\n".join(records["launch/ranks_follow_from_hosts_and_processes.py"].ranks[0].stdout)
    layouts = {
        layout: (
            [(int(host), ast.literal_eval(ranks)) for host, ranks in _HOST.findall(hosts)],
            ast.literal_eval(local),
        )
        for layout, hosts, local in _LINE.findall(text)
    }
    most = max(len(hosts) for hosts, _ in layouts.values())
    canvas = Canvas(420, _TOP + _HIGH * most + 4, parameter=layouts)
    for step, (hosts, local) in enumerate(layouts.values(), 1):
        canvas.text(4, 20, f"WORLD_SIZE {len(local)}, hosts: {len(hosts)}", on=[step])
        for host, ranks in hosts:
            top = _TOP + _HIGH * host
            canvas.box(2, top - 4, 416, _HIGH - 4, "", "quiet dash", on=[step])
            canvas.text(10, top + 28, f"host {host}", "quiet", on=[step])
            for place, rank in enumerate(ranks):
                left = _LEFT + _WIDE * place
                canvas.box(left, top, _WIDE - 8, 26, f"rank {rank}", f"r{rank % 8}", on=[step], radius=2)
                said = f"GPU {local[rank]}"
                canvas.text(left + (_WIDE - 8) / 2, top + 42, said, "quiet", anchor="middle", on=[step])
    return canvas
