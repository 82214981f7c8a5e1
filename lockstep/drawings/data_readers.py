"""Sixteen samples that two ranks share out by sample, and two workers of each rank by batch."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _BOX, _GAP, _TOP = (
    74,
    22,
    43,
    34,
)  # x of the first sample, size of one, distance of two of a rank, top of the order
_LINE = re.compile(r"rank (\d+): batch (\d+) \[(.*)\] by worker (\d+)")


def draw(records: Mapping[str, Record]) -> Canvas:
    """The order, the shares of the ranks, the batches, their workers, and the first step of the training."""
    text = "\n".join(line for rank in records["data/workers_take_whole_batches.py"].ranks for line in rank.stdout)
    batches = [
        (int(rank), int(batch), [int(n) for n in samples.split(", ")], int(worker))
        for rank, batch, samples, worker in _LINE.findall(text)
    ]
    ranks = sorted({rank for rank, *_ in batches})
    canvas = Canvas(420, 232, steps=5)
    canvas.text(4, _TOP + 15, "samples", "quiet", on=[1])
    for rank in ranks:
        canvas.text(4, _y(rank) + 15, f"rank {rank}", f"r{rank}", on=range(2, 6))
    for rank, batch, samples, worker in batches:
        left, wide = _LEFT + 2 * _GAP * batch - 5, _GAP + _BOX + 10
        canvas.box(left, _y(rank) - 7, wide, _BOX + 14, "", "quiet dash", on=range(3, 6), radius=3)
        said = f"worker {worker}"
        canvas.text(left + wide / 2, _y(rank) + 44, said, f"r{2 + worker}", anchor="middle", on=[4, 5])
        for place, sample in enumerate(samples):
            down = (_LEFT + _GAP * (2 * batch + place) - _x(sample), _y(rank) - _TOP)
            lit = [5] if batch == 0 else []
            canvas.box(_x(sample), _TOP, 20, _BOX, str(sample), f"r{rank}", hot=lit, moves={2: down}, radius=2)
    first = sum(len(samples) for _, batch, samples, _ in batches if batch == 0)
    canvas.text(210, 18, f"step 0 of the training: {first} samples, from {len(ranks)} ranks", anchor="middle", on=[5])
    return canvas


def _x(sample: int) -> float:
    return _LEFT + 21 * sample


def _y(rank: int) -> float:
    return 88 + 78 * rank
