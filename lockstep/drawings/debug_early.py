"""Four ranks, one of which leaves its loop a batch early: where each stands, and who waits for whom."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _CALL, _GAP, _TOP, _LANE = 72, 92, 108, 46, 46  # first call, its width, distance of two, first lane, a lane
_LINE = re.compile(r"rank (\d+): (\w+) number (\d+) when rank (\d+) is early")


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each rank that may be early."""
    lines = [line for rank in records["debug/one_batch_less_on_any_rank.py"].ranks for line in rank.stdout]
    found = [match.groups() for match in map(_LINE.match, lines) if match]
    calls = {(int(early), int(rank)): (name, int(number)) for rank, name, number, early in found}
    ranks = sorted({rank for _, rank in calls})
    last = max(number for _, number in calls.values())
    canvas = Canvas(410, _TOP + _LANE * len(ranks) + 4, parameter=ranks)
    for number in range(1, last + 1):
        canvas.text(_x(number) + _CALL / 2, _TOP - 26, f"call {number}", "quiet", anchor="middle")
    for rank in ranks:
        canvas.text(4, _y(rank) + 20, f"rank {rank}", f"r{rank}")
        for number in range(1, last):
            canvas.box(_x(number), _y(rank), _CALL, 30, "all_reduce", "quiet", radius=2)
    for step, early in enumerate(ranks, 1):
        for rank in ranks:
            name, number = calls[early, rank]
            alone = rank == early
            css = "hot" if alone else f"r{rank}"
            canvas.box(_x(number), _y(rank), _CALL, 30, name, css, on=[step], radius=2)
        said = f"{len(ranks) - 1} wait here for rank {early}"
        canvas.text(_x(last) + _CALL, _TOP - 8, said, "quiet", anchor="end", on=[step])
    return canvas


def _x(number: int) -> float:
    return _LEFT + _GAP * (number - 1)


def _y(rank: int) -> float:
    return _TOP + _LANE * rank
