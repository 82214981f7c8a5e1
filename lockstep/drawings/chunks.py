"""Any number of samples on four devices: which device gets which."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_DEVICES = 4
_CHIP, _APART = 26, 30  # width of a sample, distance of two
_COLUMN = 103  # distance of two devices


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of samples that was cut; samples lie in the frame of their device."""
    lines = records["data-parallel/five_samples_feed_three_of_four_devices.py"].ranks[0].stdout
    found = re.findall(r"(\d+) samples on \d+ devices: \[(.*)\]", "\n".join(lines))
    cuts = {int(samples): [int(size) for size in sizes.split(", ")] for samples, sizes in found}
    canvas = Canvas(420, 132, parameter=cuts)
    for device in range(_DEVICES):
        idle = [step for step, sizes in enumerate(cuts.values(), 1) if device >= len(sizes)]
        left = 4 + _COLUMN * device
        canvas.text(left, 18, f"device {device}", f"r{device}")
        canvas.box(left, 28, _COLUMN - 8, 98, "", f"r{device} soft dash")
        if idle:
            canvas.text(left + (_COLUMN - 8) / 2, 82, "no sample", "quiet", anchor="middle", on=idle)
    for sample in range(max(cuts)):
        places = {step: _place(sizes, sample) for step, sizes in enumerate(cuts.values(), 1) if sample < sum(sizes)}
        x, y = places[min(places)]
        moves = {step: (to - x, down - y) for step, (to, down) in places.items() if step > min(places)}
        canvas.box(x, y, _CHIP, _CHIP, str(sample), "ink", on=places, moves=moves)
    return canvas


def _place(sizes: list[int], sample: int) -> tuple[float, float]:
    """The corner of a sample in the frame of its device."""
    device = 0
    while sample >= sizes[device]:
        sample -= sizes[device]
        device += 1
    return 4 + _COLUMN * device + 5 + _APART * (sample % 3), 36 + _APART * (sample // 3)
