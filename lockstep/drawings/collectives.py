"""What four ranks hold before and after each collective, a step for each operation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): (\w+) \[(.*)\]")
_CELL, _HIGH, _TOP = 34, 26, 52
_PARTS = {"scatter", "reduce_scatter", "all_to_all"}  # operations to which a rank brings a part for each rank
_ROOT = 1  # the rank that sends or gathers alone


def draw(records: Mapping[str, Record]) -> Canvas:
    """On the left what each rank brings, on the right what it holds; the names stand in the order of the program."""
    held = _held(records["collectives/every_operation_before_and_after.py"])
    canvas = Canvas(430, 210, steps=len(held))
    canvas.text(70, 44, "brings", "quiet")
    canvas.text(262, 44, "holds afterwards", "quiet")
    for rank in range(4):
        canvas.text(4, _y(rank) + 18, f"rank {rank}")
        canvas.arrow(216, _y(rank) + _HIGH / 2, 250, _y(rank) + _HIGH / 2, "quiet")
    for step, (name, ranks) in enumerate(held.items(), 1):
        canvas.text(4, 18, name, on=[step])
        for rank, values in ranks.items():
            _cells(canvas, 70, rank, _brought(name, rank), step)
            if name != "gather" or rank == _ROOT:
                _cells(canvas, 262, rank, values, step)
    return canvas


def _held(record: Record) -> dict[str, dict[int, list[str]]]:
    """By operation and rank, what the rank holds."""
    held: dict[str, dict[int, list[str]]] = {}
    for rank in record.ranks:
        for number, name, values in (found for line in rank.stdout for found in _LINE.findall(line)):
            held.setdefault(name, {})[int(number)] = values.split(", ")
    return held


def _brought(name: str, rank: int) -> list[str]:
    """What a rank gives to an operation: its own number, or a part for each rank."""
    if name in {"broadcast", "scatter"} and rank != _ROOT:
        return []
    return [f"{10 * rank + part}" for part in range(4)] if name in _PARTS else [f"{10 * rank}"]


def _cells(canvas: Canvas, x: float, rank: int, values: list[str], step: int) -> None:
    for place, value in enumerate(values):
        css = f"r{int(value) // 10}" if len(value) < 3 and int(value) < 40 else "ink"
        canvas.box(x + place * (_CELL + 2), _y(rank), _CELL, _HIGH, value, css, on=[step], radius=3)


def _y(rank: int) -> float:
    return _TOP + rank * 38
