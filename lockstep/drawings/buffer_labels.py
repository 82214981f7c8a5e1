"""How many of the labels a batch of a sorted stream has, by the size of the shuffle buffer."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"buffer (\d+): ([\d.]+) of (\d+) labels in a batch")
_WIDE = 24


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each size of the buffer: a place for each label, filled as far as a batch has them."""
    text = "\n".join(records["data/larger_buffers_mix_farther.py"].ranks[0].stdout)
    found = {int(size): (float(labels), int(most)) for size, labels, most in _LINE.findall(text)}
    canvas = Canvas(420, 84, parameter=found)
    for step, (size, (labels, most)) in enumerate(found.items(), 1):
        canvas.text(10, 20, f"buffer of {size}: {labels:g} of {most} labels in a batch", on=[step])
        for label in range(most):
            canvas.box(10 + 25 * label, 36, _WIDE, 34, "", "quiet dash", on=[step], radius=2)
            share = min(max(labels - label, 0), 1)
            if share:
                canvas.box(10 + 25 * label, 36, _WIDE * share, 34, "", f"r{label % 8}", on=[step], radius=2)
    return canvas
