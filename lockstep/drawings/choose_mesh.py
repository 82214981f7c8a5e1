"""Sixteen ranks on four hosts in a mesh of pp, dp, cp and tp: which ranks are a group, and how many hosts it spans."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"^rank +(\d+) on host (\d+): (.*)")
_GROUP = re.compile(r"(\w+) (\[.*?\])")
_WIDE, _TALL, _RIGHT, _DOWN, _LEFT, _TOP = 52, 26, 86, 44, 76, 42


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each dimension, the last one of the mesh first. A line joins the two ranks of a group."""
    lines = records["choose/order_of_the_mesh_decides_the_hosts.py"].ranks[0].stdout
    found = [match.groups() for line in lines if (match := _LINE.match(line))][:16]  # the first order alone
    hosts = {int(rank): int(host) for rank, host, _ in found}
    groups = [dict(_GROUP.findall(told)) for _, _, told in found]
    names = list(reversed(groups[0]))
    canvas = Canvas(420, 216, steps=len(names))
    for rank, host in hosts.items():
        row, column = host, rank - 4 * host
        if column == 0:
            canvas.text(4, _TOP + row * _DOWN + 17, f"host {host}", "quiet")
        canvas.box(_LEFT + column * _RIGHT, _TOP + row * _DOWN, _WIDE, _TALL, f"{rank}", "quiet")
    for step, name in enumerate(names, 1):
        pairs = sorted({tuple(ast.literal_eval(group[name])) for group in groups})
        spans = max(len({hosts[rank] for rank in pair}) for pair in pairs)
        canvas.text(4, 18, f"{name}: a group is on {spans} {'host' if spans == 1 else 'hosts'}", on=[step])
        for pair in pairs:
            canvas.line(_path(*pair), "ink", on=[step])
            for number, rank in enumerate(pair):
                row, column = divmod(rank, 4)
                box = (_LEFT + column * _RIGHT, _TOP + row * _DOWN, _WIDE, _TALL)
                canvas.box(*box, f"{rank}", f"r{number}", on=[step])
    return canvas


def _path(one: int, other: int) -> list[tuple[float, float]]:
    """From a rank to another, around the ranks between them."""
    (row, column), (last, behind) = divmod(one, 4), divmod(other, 4)
    x, y = _LEFT + column * _RIGHT, _TOP + row * _DOWN
    if row == last and behind == column + 1:
        return [(x + _WIDE, y + _TALL / 2), (x + _RIGHT, y + _TALL / 2)]
    if row == last:
        high = y - 5 if column == 0 else y + _TALL + 5
        edge = y if column == 0 else y + _TALL
        to = x + (behind - column) * _RIGHT + _WIDE / 2
        return [(x + _WIDE / 2, edge), (x + _WIDE / 2, high), (to, high), (to, edge)]
    if last == row + 1:
        return [(x + _WIDE / 2, y + _TALL), (x + _WIDE / 2, y + _DOWN)]
    aside, end = x + _WIDE + 8 + 10 * (row % 2), y + (last - row) * _DOWN + _TALL / 2
    return [(x + _WIDE, y + _TALL / 2), (aside, y + _TALL / 2), (aside, end), (x + _WIDE, end)]
