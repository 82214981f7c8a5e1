"""Two agents, the store where they meet and their ranks, from the start over the death of a rank to the end."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE, _AGENT, _RANK = (8, 224), 188, 100, 176  # x of the hosts, their width, y of the agents and of the ranks


def draw(records: Mapping[str, Record]) -> Canvas:
    """Meet, get ranks, start; a rank dies, both agents stop theirs; the same again, to the end."""
    lines = records["launch/agents_meet_again_after_a_rank_dies.py"].ranks[0].stdout
    did = [[line.partition(": ")[2] for line in lines if line.startswith(f"host {host}: ")] for host in (0, 1)]
    guilty = int(re.findall(r"rank (\d+) exits", did[0][2])[0])
    canvas = Canvas(420, 250, steps=9)
    canvas.box(140, 34, 140, 30, "store", "ink", hot=[1, 2, 3, 7, 8])
    for host, lived in enumerate(did):
        left = _LEFT[host]
        middle = left + _WIDE / 2
        meets, starts = lived[0::4], lived[1::4]  # what both rounds have in common
        canvas.box(left, 84, _WIDE, 160, "", "quiet dash")
        canvas.text(left + 12, 239, f"host {host}", "quiet")
        canvas.box(left + 24, _AGENT, _WIDE - 48, 30, f"agent {host}", "ink", hot=[1, *([5, 6] if host == 0 else [7])])
        canvas.arrow(middle, _AGENT - 2, 180 + 60 * host, 66, on=[2, 3, 8, *([7] if host == 0 else [])])
        for step, said in ((2, "meets"), (3, _ranks(meets[0])), (4, _restart(starts[0])), (8, _ranks(meets[1]))):
            canvas.text(middle, 152, said, "quiet", anchor="middle", on=[step])
        canvas.text(middle, 154, _restart(starts[1]), "quiet", anchor="middle", on=[9])
        for place, rank in enumerate(ast.literal_eval(meets[0].partition("ranks ")[2])):
            x, stopped = left + 12 + 86 * place, 6 if host == 0 else 7
            alive = range(4, 5 if rank == guilty else stopped)
            canvas.box(x, _RANK, 78, 40, f"rank {rank}", f"r{rank}", on=[*alive, 9])
            if rank == guilty:
                canvas.box(x, _RANK, 78, 40, "exit " + lived[2].rpartition(" ")[2], "hot", on=[5])
            gone = range(6 if rank == guilty else stopped, 9)
            canvas.box(x, _RANK, 78, 40, "", "quiet dash", on=gone)
    canvas.text(4, 20, "torchrun is typed on both hosts", on=[1])
    canvas.text(4, 20, "both " + did[0][0].partition(",")[0].replace("meets", "meet: "), on=[2])
    canvas.text(4, 20, "each " + re.sub(r" \[.*", "", did[0][0].partition(", ")[2]), on=[3])
    canvas.text(4, 20, "each " + did[0][1].partition(",")[0], on=[4])
    for step, host, place in ((5, 0, 2), (6, 0, 3), (7, 1, 2)):
        canvas.text(4, 20, f"agent {host} {did[host][place]}", on=[step])
    canvas.text(4, 20, "both meet again", on=[8])
    canvas.text(4, 20, f"each starts its ranks again, and {did[0][-1]}", on=[9])
    return canvas


def _ranks(meets: str) -> str:
    return meets.partition("gets ")[2]


def _restart(starts: str) -> str:
    return starts.partition(", ")[2]
