"""One step of DataParallel, five samples on four devices: scatter, replicate, apply, gather, and the way back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _COLUMN, _WIDE = 68, 88, 85  # x of the first device, distance between devices, width of a device
_TOP, _ROW, _HIGH = 34, 31, 23
_ROWS = ("model", "samples", "outputs", "gathered", "loss", "gradient", "sum")
_CHIP = 16


@dataclass(frozen=True)
class _Step:
    """The output of the snippet: samples and gradient by device, then the values on the first device."""

    samples: list[list[str]]
    gradients: list[str]
    gathered: list[str]
    loss: str
    total: str


def draw(records: Mapping[str, Record]) -> Canvas:
    """Nine steps: 2 to 5 are the four functions of forward, 6 to 8 loss and backward, 9 what remains."""
    (record,) = records.values()
    step = _read("\n".join(record.ranks[0].stdout))
    canvas = Canvas(420, 256, steps=9)
    _devices(canvas, step)
    _forward(canvas, step)
    _backward(canvas, step)
    return canvas


def _read(text: str) -> _Step:
    lines = re.findall(r"samples \[(.*?)\], gradient (\S+)", text)
    gathered = re.search(r"gathered \[(.*)\], loss (\S+)", text)
    total = re.search(r"module: gradient (\S+)", text)
    if not gathered or not total:
        raise ValueError("the record has no line of the gathered outputs or of the module")
    return _Step(
        [_numbers(samples) for samples, _ in lines], [_short(gradient) for _, gradient in lines],
        _numbers(gathered[1]), _short(gathered[2]), _short(total[1]),
    )  # fmt: skip


def _numbers(text: str) -> list[str]:
    return [_short(number) for number in text.split(", ") if number]


def _short(number: str) -> str:
    return number.removesuffix(".0")


def _x(device: int, at: float = 0) -> float:
    return _LEFT + _COLUMN * device + 3 + at


def _y(row: str) -> float:
    return _TOP + _ROW * _ROWS.index(row)


def _devices(canvas: Canvas, step: _Step) -> None:
    for device, samples in enumerate(step.samples):
        x = _LEFT + _COLUMN * device
        canvas.box(x, 6, _WIDE, 246, "", f"r{device} soft", on=() if samples else (1, 9))
        if not samples:
            canvas.box(x, 6, _WIDE, 246, "", "quiet soft dash", on=range(2, 9))
            canvas.text(x + _WIDE / 2, 132, "idle", "quiet", anchor="middle", on=range(2, 9))
        canvas.text(x + _WIDE / 2, 24, f"device {device}", anchor="middle")
    for row in _ROWS:
        canvas.text(2, _y(row) + 16, row)


def _forward(canvas: Canvas, step: _Step) -> None:
    canvas.box(_x(0), _y("model"), 79, _HIGH, "weights", "r0", hot=(1, 9))
    number = 0
    for device, samples in enumerate(step.samples):
        if device and samples:
            canvas.box(_x(0), _y("model"), 79, _HIGH, "copy", f"r{device}", on=range(3, 9), hot=[3],
                       moves={3: (_COLUMN * device, 0)})  # fmt: skip
        for place, sample in enumerate(samples):
            there = _COLUMN * device + _CHIP * (place - number)
            canvas.box(_x(0, _CHIP * number), _y("samples"), _CHIP, _HIGH, sample, f"r{device}", on=range(1, 9),
                       hot=[2], moves={2: (there, 0)} if there else None)  # fmt: skip
            output = step.gathered[number]
            canvas.box(_x(device, _CHIP * place), _y("outputs"), _CHIP, _HIGH, output, f"r{device}", on=range(4, 9),
                       hot=[4])  # fmt: skip
            canvas.box(_x(device, _CHIP * place), _y("outputs"), _CHIP, _HIGH, output, f"r{device}", on=range(5, 9),
                       hot=[5], moves={5: (-there, _ROW)})  # fmt: skip
            number += 1
    canvas.box(_x(0), _y("loss"), 79, _HIGH, step.loss, "r0", on=range(6, 9), hot=[6])


def _backward(canvas: Canvas, step: _Step) -> None:
    working = [device for device, samples in enumerate(step.samples) if samples]
    for device in working:
        canvas.box(_x(device), _y("gradient"), 26, _HIGH, step.gradients[device], f"r{device}", on=(7, 8), hot=[7])
        canvas.box(_x(device), _y("gradient"), 26, _HIGH, step.gradients[device], f"r{device}", on=[8], hot=[8],
                   moves={8: (26.5 * device - _COLUMN * device, 0)})  # fmt: skip
    canvas.box(_x(0), _y("sum"), 79, _HIGH, step.total, "r0", on=(8, 9), hot=[8])
