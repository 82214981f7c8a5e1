"""A drawing in steps: marks on a canvas, each seen in some steps and moved from some step on. Pure.

Nothing here moves by itself. A mark says in which steps it is seen (class `s2`), in which it is what the step is about
(`h2`), and where it stands from a step on (`--m2`); the style sheet shows the step whose radio button is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

Moves = Mapping[int, tuple[float, float]]
MOST_STEPS = 9  # as many as the style sheet has rules for
_LETTER = 0.6  # width of a letter over the size of the text, on the wide side
_SIZE = 13  # of text; on a phone the canvas is shown at about 0.85


class BadDrawing(Exception):
    """A mark that nobody could see or read; the message says which."""


class Canvas:
    """A drawing of `width` × `height` units in `steps` steps. It is shown about 360 px wide on a phone."""

    def __init__(self, width: float = 420, height: float = 260, steps: int = 1) -> None:
        self.width, self.height, self.steps = width, height, steps
        self.marks: list[str] = []
        self.values = ""  # what a chart shows, in words: records tell it, so no author can

    def box(
        self, x: float, y: float, w: float, h: float, label: str = "", css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None, radius: float = 4,
    ) -> None:  # fmt: skip
        """A rectangle with a text in its middle.

        Args:
            on: steps in which it is seen; in all, if empty.
            hot: steps in which it is what the step is about.
            moves: by step, how far from its place it stands from that step on.
        """
        self._inside(label or "a box", x, y, w, h, moves)
        if label and len(label) * _LETTER * _SIZE > w + 2:
            raise BadDrawing(f"the label {label!r} is wider than its box of {w:g}")
        mark = f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius:g}"/>'
        if label:
            mark += f'<text x="{x + w / 2:g}" y="{y + h / 2:g}" dy=".35em" text-anchor="middle">{escape(label)}</text>'
        self._add(mark, css, on, hot, moves)

    def text(
        self, x: float, y: float, text: str, css: str = "ink", *, anchor: str = "start", on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """A line of text on its base line; `anchor` is start, middle or end."""
        long = len(text) * _LETTER * _SIZE
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        self._inside(text, left + 0.06 * long, y - _SIZE, 0.88 * long, _SIZE, moves)
        self._add(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>', css, on, hot, moves)

    def arrow(
        self, x1: float, y1: float, x2: float, y2: float, css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """A straight line with a head at its end."""
        self._inside("an arrow", min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), moves)
        self._add(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" marker-end="url(#ls-head)"/>', css, on, hot, moves)

    def line(
        self, points: Iterable[tuple[float, float]], css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """A line through points."""
        path = list(points)
        xs, ys = [x for x, _ in path], [y for _, y in path]
        self._inside("a line", min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), moves)
        self._add(f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in path)}"/>', css, on, hot, moves)

    def svg(self, alt: str, still: int) -> str:
        """The whole drawing; `alt` is its text alternative, `still` the step that paper shows."""
        head = (
            '<defs><marker id="ls-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        )
        size = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        said, marks = escape(alt + self.values), "".join(self.marks)
        head = head if "#ls-head" in marks else ""  # a page may hold two drawings, but no id twice
        return f'<svg {size} role="img" aria-label="{said}" data-still="{still}">{head}{marks}</svg>'

    def _add(self, mark: str, css: str, on: Iterable[int], hot: Iterable[int], moves: Moves | None) -> None:
        seen, about, moves = self._steps(on), self._steps(hot), dict(sorted((moves or {}).items()))
        self._steps(moves)
        names = [css, "ls-some" if seen else "", "ls-moves" if moves else ""]
        names += [f"s{step}" for step in seen] + [f"h{step}" for step in about]
        places = {step: place for first, place in moves.items() for step in range(first, self.steps + 1)}
        style = ";".join(f"--m{step}:translate({x:g}px,{y:g}px)" for step, (x, y) in places.items())
        styled = f' style="{style}"' if style else ""
        self.marks.append(f'<g class="{" ".join(name for name in names if name)}"{styled}>{mark}</g>')

    def _steps(self, steps: Iterable[int]) -> list[int]:
        found = sorted(set(steps))
        if found and not 1 <= found[0] <= found[-1] <= self.steps:
            raise BadDrawing(f"there is no step {found[0] if found[0] < 1 else found[-1]} of {self.steps}")
        return found

    def _inside(self, what: str, x: float, y: float, w: float, h: float, moves: Moves | None) -> None:
        for dx, dy in [(0.0, 0.0), *(moves or {}).values()]:
            if x + dx < 0 or y + dy < 0 or x + dx + w > self.width or y + dy + h > self.height:
                raise BadDrawing(
                    f"{what!r} at {x + dx:g}, {y + dy:g} leaves the canvas of {self.width:g} × {self.height:g}"
                )
