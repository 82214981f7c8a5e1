"""What a reader sees of a drawing: its marks in one step, each where it stands in that step."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

from lockstep.drawings.canvas import Canvas

Point = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A box, text, line or arrow. A box has two points, its corners at the left top and the right bottom."""

    kind: str
    text: str
    css: str
    hot: bool
    points: tuple[Point, ...]

    @property
    def x(self) -> float:
        return self.points[0][0]

    @property
    def y(self) -> float:
        return self.points[0][1]

    @property
    def wide(self) -> float:
        return self.points[-1][0] - self.x

    @property
    def high(self) -> float:
        return self.points[-1][1] - self.y

    @property
    def middle(self) -> Point:
        return self.x + self.wide / 2, self.y + self.high / 2


def record(*ranks: list[str] | tuple[str, ...]) -> SimpleNamespace:
    """As much of a record as a drawing reads: the lines that each rank printed."""
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=tuple(lines)) for lines in ranks])


def seen(canvas: Canvas, step: int, kind: str = "") -> list[Mark]:
    """The marks that are visible in a step, in the order in which they are drawn; with `kind`, those of one kind."""
    return [mark for mark in _marks(canvas, step) if kind in ("", mark.kind)]


def texts(canvas: Canvas, step: int) -> list[str]:
    """What is written outside of boxes in a step."""
    return [mark.text for mark in seen(canvas, step, "text")]


def _marks(canvas: Canvas, step: int) -> Iterator[Mark]:
    for text in canvas.marks:
        group = ET.fromstring(text)
        names = group.get("class", "").split()
        steps = [name for name in names if re.fullmatch(r"s\d", name)]
        if steps and f"s{step}" not in steps:
            continue
        moved = re.search(rf"--m{step}:translate\((\S+?)px,(\S+?)px\)", group.get("style", ""))
        dx, dy = (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)
        css = " ".join(name for name in names if not re.fullmatch(r"[sh]\d|ls-some|ls-moves", name))
        kind, points = _shape(group[0])
        written = "".join(group.itertext())
        yield Mark(kind, written, css, f"h{step}" in names, tuple((x + dx, y + dy) for x, y in points))


def _shape(mark: ET.Element) -> tuple[str, list[Point]]:
    if mark.tag == "path":
        numbers = list(map(float, re.findall(r"[-\d.]+(?:e[-+]\d+)?", mark.get("d", ""))))
        return "arrow" if mark.get("marker-end") else "line", list(zip(numbers[::2], numbers[1::2], strict=True))
    x, y = float(mark.get("x", "")), float(mark.get("y", ""))
    if mark.tag == "text":
        return "text", [(x, y)]
    return "box", [(x, y), (x + float(mark.get("width", "")), y + float(mark.get("height", "")))]
