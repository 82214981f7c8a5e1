"""Sixteen samples of one optimizer step, divided among ranks and micro-steps, as each rank has read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"micro-step \d+ reads \[(.*?)\], sent \[(.*?)\], gradient ([\d.]+)")
_LEFT, _CELL, _GAP = 64, 26, 50  # x of the first micro-step, width of a sample, distance between ranks
_TOP, _DEALT = 32, 112  # y of the global batch and of the first rank


@dataclass(frozen=True)
class _MicroStep:
    """What one rank read in a micro-step; at its end, what it had sent in all-reduces, and its `.grad`."""

    reads: tuple[int, ...]
    sent: str
    gradient: str


@dataclass(frozen=True)
class _Rank:
    """The micro-steps of one rank and its weight after the optimizer step."""

    steps: tuple[_MicroStep, ...]
    weight: str


def draw(records: Mapping[str, Record]) -> Canvas:
    """Six steps: one batch, its division, micro-step 1, micro-step 2, the all-reduce, the optimizer step."""
    ranks = [_parse(rank.stdout) for rank in records["batch-size/reads_of_each_rank_and_micro_step.py"].ranks]
    canvas = Canvas(420, 344, steps=6)
    everything = sorted(sample for rank in ranks for step in rank.steps for sample in step.reads)
    each, times = len(ranks[0].steps[0].reads), len(ranks[0].steps)
    canvas.text(2, 20, f"{len(everything)} samples for one optimizer step", on=[1])
    canvas.text(2, 20, f"{each} samples × {len(ranks)} ranks × {times} micro-steps = {len(everything)}", on=range(2, 7))
    _heads(canvas)
    for number, rank in enumerate(ranks):
        y = _DEALT + _GAP * number
        canvas.text(2, y + 18, f"rank {number}", f"r{number}")
        _samples(canvas, number, rank, y, everything)
        _gradients(canvas, number, rank, y)
    _all_reduce(canvas, len(ranks))
    return canvas


def _parse(lines: tuple[str, ...]) -> _Rank:
    matches = [match for line in lines if (match := _LINE.search(line))]
    steps = tuple(_MicroStep(tuple(map(int, m[1].split(","))), m[2], m[3]) for m in matches)
    if [bool(step.sent) for step in steps] != [False, True]:
        raise ValueError("the drawing tells of one all-reduce, in the second micro-step")
    return _Rank(steps, lines[-1].split()[-1])


def _column(step: int) -> float:
    return _LEFT + step * (2 * _CELL + 16)


def _heads(canvas: Canvas) -> None:
    for step in (0, 1):
        canvas.text(_column(step) + _CELL, _DEALT - 26, "micro-", anchor="middle", on=range(2, 7))
        canvas.text(_column(step) + _CELL, _DEALT - 10, f"step {step + 1}", anchor="middle", on=range(2, 7))
    canvas.text(235, _DEALT - 10, ".grad", anchor="middle", on=range(3, 7))
    canvas.text(312, _DEALT - 10, "average", anchor="middle", on=(5, 6))
    canvas.text(385, _DEALT - 10, "weight", anchor="middle", on=[6])


def _samples(canvas: Canvas, number: int, rank: _Rank, y: float, everything: list[int]) -> None:
    """Each sample stands in the row of the batch in step 1 and travels to its rank and micro-step in step 2."""
    for step, micro in enumerate(rank.steps):
        for place, sample in enumerate(micro.reads):
            start, x = 2 + everything.index(sample) * _CELL, _column(step) + place * _CELL
            there = {2: (x - start, y - _TOP)}
            canvas.box(start, _TOP, _CELL - 2, 28, str(sample), f"r{number}", hot=[3 + step], moves=there)


def _gradients(canvas: Canvas, number: int, rank: _Rank, y: float) -> None:
    """`.grad` of a rank: its own after each backward, then the average of all ranks, and the weight after the step."""
    first, last = rank.steps
    canvas.box(210, y, 50, 28, first.gradient, f"r{number} soft", on=[3])
    canvas.box(210, y, 50, 28, last.sent, f"r{number} soft", on=(4, 5, 6))
    canvas.arrow(262, y + 14, 292, y + 14, f"r{number}", on=(5, 6))
    canvas.box(296, y, 32, 28, last.gradient, f"r{number}", on=(5, 6), hot=[5])
    canvas.arrow(330, y + 14, 356, y + 14, f"r{number}", on=[6])
    canvas.box(360, y, 50, 28, rank.weight, f"r{number}", on=[6], hot=[6])


def _all_reduce(canvas: Canvas, ranks: int) -> None:
    """The collective as a frame around all ranks, and a caption for each step."""
    height = _GAP * (ranks - 1) + 28
    top, bottom = _DEALT - 4, _DEALT + height + 4
    canvas.line([(291, top), (333, top), (333, bottom), (291, bottom), (291, top)], "dash", on=[5])
    captions = {
        3: "no all-reduce: this runs inside no_sync",
        4: "each rank has a gradient of its own",
        5: f"one all-reduce: {ranks} gradients in, their mean out",
        6: "equal gradients, equal weights",
    }
    for step, text in captions.items():
        canvas.text(2, _DEALT + height + 30, text, on=[step])
