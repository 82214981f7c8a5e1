"""Three layers on two hosts of two ranks under HSDP: shards within a host, copies of each shard between the hosts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_WIDE, _HALF, _TOP, _ROW = 78, 17, 84, 50  # width of a column, height of a shard, first layer, distance to the next
_LINE = re.compile(r"rank (\d+): host (\d+), (\d+) B of (\d+); \{(.*)\}")
_CALLS = {"allgather_base": "all-gathers", "reduce_scatter_base": "reduce-scatters", "allreduce": "all-reduces"}
_LAYERS = 3


def draw(records: Mapping[str, Record]) -> Canvas:
    """What a rank holds, then an all-gather and a reduce-scatter in each host, then an all-reduce between them."""
    text = "\n".join(line for rank in records["fsdp/hsdp_sums_between_the_hosts.py"].ranks for line in rank.stdout)
    ranks = {int(rank): (int(host), held, whole, calls) for rank, host, held, whole, calls in _LINE.findall(text)}
    canvas = Canvas(420, 272, steps=4)
    for host in sorted({host for host, *_ in ranks.values()}):
        canvas.box(4 + 210 * host, 28, 202, 204, "", "quiet dash")
        canvas.text(105 + 210 * host, 46, f"host {host}", "quiet", anchor="middle")
    for rank in ranks:
        canvas.text(_x(rank) + _WIDE / 2, 70, f"rank {rank}", anchor="middle")
        for layer in range(_LAYERS):
            canvas.box(_x(rank), _y(layer), _WIDE, 2 * _HALF, "", "quiet dash", radius=0)
            canvas.box(_x(rank), _half(layer, rank), _WIDE, _HALF, "", f"r{rank % 2}", radius=0)
    for rank in ranks:
        _travels(canvas, rank)
    _, held, whole, calls = ranks[0]
    canvas.text(210, 18, f"each rank holds {held} of {whole} B", anchor="middle", on=[1])
    counts = dict(re.findall(r"'(\w+)': (\d+)", calls))
    for step, name in enumerate(_CALLS, 2):
        where = "between the hosts" if name == "allreduce" else "within a host"
        canvas.text(210, 18, f"{counts[name]} {_CALLS[name]} {where}", anchor="middle", on=[step])
    canvas.text(210, 256, "one colour: the same rows of a layer", "quiet", anchor="middle")
    return canvas


def _travels(canvas: Canvas, rank: int) -> None:
    """What a rank sends: its half of layer 0, the other half of the gradient of layer 2, its half of that sum."""
    neighbour, copy = rank ^ 1, rank ^ 2
    near, far = {2: (_x(neighbour) - _x(rank), 0.0)}, {4: (_x(copy) - _x(rank), 0.0)}
    last = _LAYERS - 1
    canvas.box(_x(rank), _half(0, rank), _WIDE, _HALF, "", f"r{rank % 2}", on=[2], moves=near, radius=0)
    sent = {3: near[2]}
    canvas.box(_x(rank) + 8, _half(last, neighbour) + 3, _WIDE - 16, _HALF - 6, "", "hot", on=[3], moves=sent, radius=2)
    canvas.box(_x(rank) + 8, _half(last, rank) + 3, _WIDE - 16, _HALF - 6, "", "hot", on=[4], moves=far, radius=2)


def _x(rank: int) -> float:
    return 16 + 100 * (rank % 2) + 210 * (rank // 2)


def _y(layer: int) -> float:
    return _TOP + _ROW * layer


def _half(layer: int, rank: int) -> float:
    """Top of the half of a layer that a rank holds."""
    return _y(layer) + _HALF * (rank % 2)
