"""Ulysses on four ranks: tokens and heads as a square, cut by tokens, then by heads, then by tokens again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(
    r"rank (\d+): \((\d+), (\d+), \d+\) of q before, \((\d+), (\d+), \d+\) in attention, \((\d+), (\d+), "
)
_LEFT, _TOP, _WIDE, _HIGH = 66, 54, 340, 160


def draw(records: Mapping[str, Record]) -> Canvas:
    """A row for each head, a column for each rank's share of tokens."""
    record = records["context-parallel/ulysses_trades_tokens_for_heads.py"]
    found = [tuple(map(int, match)) for rank in record.ranks for line in rank.stdout for match in _LINE.findall(line)]
    ranks = len(found)
    canvas = Canvas(420, _TOP + _HIGH + 14, steps=3)
    canvas.text(4, 42, "head", "quiet")
    for _, *shapes in found[:1]:
        heads = shapes[0]
        for head in range(heads):
            canvas.text(34, _TOP + (head + 0.5) * _HIGH / heads + 4, f"{head}", "quiet", anchor="middle")
        for step, name in enumerate(("before", "in attention", "behind it"), 1):
            had, tokens = shapes[2 * (step - 1) : 2 * step]
            canvas.text(4, 16, f"{name}: {tokens} tokens of {had} {'head' if had == 1 else 'heads'}", on=[step])
    canvas.text(_LEFT, 42, "tokens of the sequence, from left to right", "quiet")
    for rank, *_ in found:
        for cut in range(ranks):  # a cell of one head and one share of tokens
            for step in (1, 2, 3):
                row, column = (rank, cut) if step == 2 else (cut, rank)
                x, y = _LEFT + column * _WIDE / ranks, _TOP + row * _HIGH / ranks
                wide, high = _WIDE / ranks - 3, _HIGH / ranks - 3
                canvas.box(x, y, wide, high, f"rank {rank}", f"r{rank}", on=[step], radius=2)
    return canvas
