"""A shuffle buffer over a short stream: samples enter in order, and one at random leaves for each that enters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_BOX, _STEP, _LEFT = 34, 42, 78
_STREAM, _BUFFER, _OUT = 12, 78, 146  # tops of the three rows
_LINE = re.compile(r"out (\d+), left \[(.*)\]")


def draw(records: Mapping[str, Record]) -> Canvas:
    """The full buffer, each swap, and what is left when the stream has ended."""
    lines = records["data/shuffle_buffer_swaps_one_for_one.py"].ranks[0].stdout
    order = [int(match[1]) for match in map(_LINE.match, lines) if match]
    left = [match[2] for match in map(_LINE.match, lines) if match]
    size = 1 + left[0].count(",") + 1
    swaps = len(order) - size + 1  # afterwards nothing enters
    canvas = Canvas(420, 196, steps=swaps + 2)
    for words, top in (("stream", _STREAM), ("buffer", _BUFFER), ("out", _OUT)):
        canvas.text(4, top + 22, words, "quiet")
    for slot in range(size):
        canvas.box(_x(slot) - 3, _BUFFER - 3, _BOX + 6, _BOX + 6, "", "quiet dash")
    places = _places(order, size)
    for sample in sorted(order):
        canvas.box(_x(sample), _STREAM, _BOX, _BOX, str(sample), f"r{sample % 8}", moves=places[sample], radius=3)
    return canvas


def _places(order: list[int], size: int) -> dict[int, dict[int, tuple[float, float]]]:
    """Where each sample stands from which step on, as a distance from its place in the stream."""
    slots = list(range(size))
    moves = {n: {1: (0.0, float(_BUFFER - _STREAM))} if n < size else {} for n in order}
    last = len(order) - size + 3  # the step in which the rest leaves
    for place, sample in enumerate(order):
        step = min(place + 2, last)
        moves[sample][step] = (_x(place) - _x(sample), float(_OUT - _STREAM))
        entering = size + place
        if entering < len(order):
            slot = slots.index(sample)
            slots[slot] = entering
            moves[entering][step] = (_x(slot) - _x(entering), float(_BUFFER - _STREAM))
    return moves


def _x(place: int) -> float:
    return _LEFT + _STEP * place
