"""Charts of benchmarks: one panel for each profile on record, so that a CPU and a GPU never share an axis.

A benchmark prints one row for each point, such as `64 KiB: bus 0.1 (0.09 to 0.12) GB/s`: the median of its repeats, and
the range of their middle half. Limits come from data sheets; a device that is not in the table has no limits.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lockstep.drawings.canvas import BadDrawing, Canvas
from lockstep.engine.machine import CPU, gpu_count
from lockstep.record.record import Record

# Limits by the name of the device in the driver: memory in GB/s; bf16 in TFLOP/s, half of the number for sparse
# matrices; NVLink and PCIe in GB/s in one direction, half of the number for both directions. Source: the columns SXM
# of NVIDIA's data sheets "H100 Tensor Core GPU" and "H200 Tensor Core GPU".
LIMITS: dict[str, dict[str, float]] = {
    "NVIDIA H100 80GB HBM3": {"memory": 3350, "bf16": 989, "NVLink": 450, "PCIe": 64},
    "NVIDIA H200": {"memory": 4800, "bf16": 989, "NVLink": 450, "PCIe": 64},
}
_ROW = re.compile(r"(?P<label>[^:]+): (?P<said>.+)")
_VALUE = re.compile(r"(?P<kind>[A-Za-z][\w ]*? )?(?P<median>[\d.e+-]+) \((?P<low>[\d.e+-]+) to (?P<high>[\d.e+-]+)\)")
_LEFT, _RIGHT, _HIGH, _LINE = 58, 404, 120, 20  # of a panel: ends and height of its axes, height of a line
_COLOURS, _LIMITS = ("r0", "r1", "r2", "r3"), ("r5 dash", "r7 dash")


@dataclass(frozen=True)
class Row:
    """One printed line: its label, its values as (low, median, high) by their kind, and the whole line."""

    label: str
    values: dict[str, tuple[float, float, float]]
    text: str

    @property
    def x(self) -> float:
        """The number in the label."""
        match = re.search(r"[\d.]+", self.label)
        if not match:
            raise BadDrawing(f"the label {self.label!r} holds no number")
        return float(match[0])


@dataclass(frozen=True)
class Limit:
    """A limit that no point can exceed: its name, the number of the data sheet it comes from, and a factor."""

    words: str
    of: str
    share: float = 1.0


@dataclass(frozen=True)
class Chart:
    """A chart.

    Attributes:
        unit: unit of all values.
        across: meaning of the number in a label, for the horizontal axis.
        limits: limits of a device to draw.
        gpus: number of GPUs that the benchmark takes.
    """

    unit: str
    across: str = ""
    limits: Sequence[Limit] = ()
    gpus: int = 1

    def curves(self, records: Mapping[str, Record]) -> Canvas:
        """Draw values over the number in the label on logarithmic axes; a bar at each point is the middle half."""
        return self._draw(records, self._heights, _curves)

    def bars(self, records: Mapping[str, Record]) -> Canvas:
        """Draw a bar from zero for each row; a thin line is the middle half."""
        return self._draw(records, lambda _, rows: 34 + 44 * len(rows), _bars)

    def limits_of(self, record: Record) -> list[tuple[str, float]]:
        """The limits of the device of a record, each as (words, value)."""
        datasheet = LIMITS.get(record.environment.get("gpu", ""), {})
        known = [limit for limit in self.limits if limit.of in datasheet]
        return [(f"limit: {limit.words}", datasheet[limit.of] * limit.share) for limit in known]

    def _heights(self, record: Record, rows: list[Row]) -> int:
        return 110 + _HIGH + _LINE * (len(kinds(rows)) + len(self.limits_of(record)))

    def _draw(self, records: Mapping[str, Record], height: Callable, panel: Callable) -> Canvas:
        panels = [(record, read_rows(record)) for record in records.values()]
        missing = not any(gpu_count(record.profile) for record, _ in panels)
        heights = [height(record, rows) for record, rows in panels]
        canvas = Canvas(420, sum(heights) + 34 * missing)
        top = 0
        for (record, rows), height_of_panel in zip(panels, heights, strict=True):
            canvas.text(4, top + 18, device(record))
            panel(canvas, self, record, rows, top)
            canvas.values += f" {device(record)}: {'; '.join(row.text for row in rows)}."
            top += height_of_panel
        if missing:
            note = f"{f'{self.gpus} GPUs' if self.gpus > 1 else 'GPU'}: not yet recorded"
            canvas.text(4, top + 20, note, "quiet")
            canvas.values += f" {note}."
        return canvas


def read_rows(record: Record) -> list[Row]:
    """The rows of a record in the order in which rank 0 printed them.

    Raises:
        BadDrawing: rank 0 printed no row.
    """
    rows = []
    for line in record.ranks[0].stdout:
        match = _ROW.match(line)
        matches = _VALUE.finditer(match["said"]) if match else ()
        values = {(m["kind"] or "").strip(): (float(m["low"]), float(m["median"]), float(m["high"])) for m in matches}
        if match and values:
            rows.append(Row(match["label"].strip(), values, line))
    if not rows:
        raise BadDrawing(f"{record.snippet} on {record.profile} printed no row")
    return rows


def kinds(rows: Sequence[Row]) -> list[str]:
    """The kinds of the values in rows, each once."""
    return list(dict.fromkeys(kind for row in rows for kind in row.values))


def device(record: Record) -> str:
    """The devices of a record, such as `CPU: AMD EPYC, 2 cores` or `2 × NVIDIA H200`: each rank has one."""
    env = record.environment
    if record.profile == CPU:
        return f"CPU: {env.get('cpu', '?')}, {env.get('cores', '?')} cores"
    return f"{len(record.ranks)} × {env.get('gpu', record.profile)}"


def _curves(canvas: Canvas, chart: Chart, record: Record, rows: list[Row], top: float) -> None:
    limits = chart.limits_of(record)
    numbers = [value for row in rows for values in row.values.values() for value in values]
    least, most = _decades([*numbers, *(limit for _, limit in limits)])
    bottom = top + 56 + _HIGH
    first, last = math.log(rows[0].x), math.log(rows[-1].x)

    def x_of(row: Row) -> float:
        return _LEFT + 16 + (_RIGHT - _LEFT - 44) * (math.log(row.x) - first) / ((last - first) or 1)

    def y_of(value: float) -> float:
        return bottom - _HIGH * (math.log10(value) - least) / (most - least)

    canvas.line([(_LEFT, y_of(10**most)), (_LEFT, bottom), (_RIGHT, bottom)])
    canvas.text(4, top + 38, chart.unit, "quiet")
    for power in range(least, most + 1, 1 + (most - least) // 5):
        canvas.text(_LEFT - 8, y_of(10.0**power) + 5, f"{10.0**power:g}", "quiet", anchor="end")
    for row in rows:
        canvas.text(x_of(row), bottom + 17, f"{row.x:.10g}", "quiet", anchor="middle")
    canvas.text(4, bottom + 37, "dot: median; bar: middle half", "quiet")
    canvas.text(_RIGHT, bottom + 37, chart.across, "quiet", anchor="end")
    for number, kind in enumerate(kinds(rows)):
        css, seen = _COLOURS[number], [row for row in rows if kind in row.values]
        canvas.line([(x_of(row), y_of(row.values[kind][1])) for row in seen], css)
        for row in seen:
            low, median, high = row.values[kind]
            canvas.line([(x_of(row), y_of(low)), (x_of(row), y_of(high))], css)
            canvas.box(x_of(row) - 4, y_of(median) - 4, 8, 8, "", css, radius=4)
        _key(canvas, css, kind or chart.unit, bottom + 60 + _LINE * number)
    for number, (words, value) in enumerate(limits):
        canvas.line([(_LEFT, y_of(value)), (_RIGHT, y_of(value))], _LIMITS[number])
        y = bottom + 60 + _LINE * (len(kinds(rows)) + number)
        _key(canvas, _LIMITS[number], f"{words}, {value:g} {chart.unit}", y)


def _bars(canvas: Canvas, chart: Chart, record: Record, rows: list[Row], top: float) -> None:
    most = max(value for row in rows for values in row.values.values() for value in values)
    for number, row in enumerate(rows):
        (low, median, high), y = next(iter(row.values.values())), top + 40 + 44 * number
        scale = 300 / most
        canvas.text(4, y + 6, row.text)
        canvas.box(6, y + 12, max(scale * median, 1), 16, "", _COLOURS[number % 4])
        canvas.line([(6 + scale * low, y + 20), (6 + scale * high, y + 20)])


def _key(canvas: Canvas, css: str, words: str, y: float) -> None:
    canvas.line([(_LEFT, y - 4), (_LEFT + 28, y - 4)], css)
    canvas.text(_LEFT + 38, y, words)


def ranks_legend(canvas: Canvas, right: float, top: float) -> None:
    """Draw the legend below an axis of ranks: its name, which ends at `right`, and the meaning of the marks."""
    canvas.text(right, top, "ranks N, log scale", anchor="end")
    canvas.box(20, top + 11, 12, 12, radius=6)
    canvas.text(38, top + 22, "4 real ranks")
    canvas.box(153, top + 13, 8, 8, radius=0)
    canvas.text(167, top + 22, "SIMULATED")
    canvas.line([(270, top + 17), (294, top + 17)])
    canvas.text(300, top + 22, "formula")


def _decades(numbers: Sequence[float]) -> tuple[int, int]:
    """The powers of ten below and above all numbers. Numbers that are not positive are left out."""
    logs = [math.log10(number) for number in numbers if number > 0]
    least, most = math.floor(min(logs)), math.ceil(max(logs))
    return least, max(most, least + 1)
