"""A drawing in steps: marks on a canvas, each visible in some steps, and at other places in later steps.

The steps may be the values of a parameter, such as 1, 2, 4 and 8 ranks, among which a reader drags. Then `parameter` of
the canvas has them.

Nothing here moves by itself. The classes and styles of a mark say in which steps it is visible (class `s2`), in which
it is highlighted (`h2`), and where it stands in a step (`--m2`). The style sheet shows the step whose radio button is
checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

Moves = Mapping[int, tuple[float, float]]
MOST_STEPS = 9  # the style sheet has rules for no more
_LETTER = 0.6  # width of a letter relative to the size of the text, a generous estimate
_ROOM = 6  # around what is left of a drawing that is cropped
_HIGH = 0.55  # how high for its width a drawing is that the first screen of a sheet shrinks
_SIZE = 13  # of text; on a phone the canvas is shown at about 0.85


class BadDrawing(Exception):
    """A mark that a reader could not see or read. The message says which one."""


class Canvas:
    """A drawing of `width` × `height` units in `steps` steps. It is shown about 360 px wide on a phone."""

    def __init__(
        self, width: float = 420, height: float = 260, steps: int = 1, *, parameter: Iterable[object] = ()
    ) -> None:
        self.parameter = tuple(map(str, parameter))
        self.width, self.height, self.steps, self.top = width, height, len(self.parameter) or steps, 0.0
        self._placed: list[tuple[set[int], float, float, Moves]] = []  # of each mark its steps, top, bottom and moves
        self.marks: list[Markup] = []
        self.values = ""  # the numbers of a chart in words; they come from records, so an author cannot write them

    def box(
        self, x: float, y: float, w: float, h: float, label: str = "", css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None, radius: float = 4,
    ) -> None:  # fmt: skip
        """Add a rectangle with a text in its middle.

        Args:
            on: steps in which it is visible; empty for all steps.
            hot: steps in which it is highlighted.
            moves: by step, the distance (x, y) from its first place at which it stands from that step on.
        """
        self._inside(label or "a box", x, y, w, h, moves, on)
        if label and len(label) * _LETTER * _SIZE > w + 2:
            raise BadDrawing(f"the label {label!r} is wider than its box of {w:g}")
        mark = Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}"/>').format(x, y, w, h, radius)
        if label:
            middle = Markup('<text x="{:g}" y="{:g}" dy=".35em" text-anchor="middle">{}</text>')
            mark += middle.format(x + w / 2, y + h / 2, label)
        self._add(mark, css, on, hot, moves)

    def boxes(
        self, places: Iterable[tuple[float, float, float, float]], css: str = "ink", *, on: Iterable[int] = ()
    ) -> None:
        """Add many plain rectangles (x, y, w, h) as one mark, such as the slots of a timeline."""
        mark = Markup("")
        for x, y, w, h in places:
            self._inside("a box", x, y, w, h, None, on)
            mark += Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>').format(x, y, w, h)
        if mark:
            self._add(mark, css, on, (), None)

    def text(
        self, x: float, y: float, text: str, css: str = "ink", *, anchor: str = "start", on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """Add a line of text at its baseline. `anchor` is start, middle or end."""
        long = len(text) * _LETTER * _SIZE
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        self._inside(text, left + 0.06 * long, y - _SIZE, 0.88 * long, _SIZE, moves, on)
        mark = Markup('<text x="{:g}" y="{:g}" text-anchor="{}">{}</text>').format(x, y, anchor, text)
        self._add(mark, css, on, hot, moves)

    def arrow(
        self, x1: float, y1: float, x2: float, y2: float, css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """Add a straight line with an arrowhead at its end."""
        self._inside("an arrow", min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), moves, on)
        mark = Markup('<path d="M{:g} {:g}L{:g} {:g}" marker-end="url(#ls-head)"/>').format(x1, y1, x2, y2)
        self._add(mark, css, on, hot, moves)

    def line(
        self, points: Iterable[tuple[float, float]], css: str = "ink", *, on: Iterable[int] = (),
        hot: Iterable[int] = (), moves: Moves | None = None,
    ) -> None:  # fmt: skip
        """Add a line through points."""
        path = list(points)
        xs, ys = [x for x, _ in path], [y for _, y in path]
        self._inside("a line", min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), moves, on)
        mark = Markup('<path d="M{}"/>').format("L".join(f"{x:g} {y:g}" for x, y in path))
        self._add(mark, css, on, hot, moves)

    @property
    def written(self) -> str:
        """All that is written in it, a line for each mark."""
        return "\n".join([*(mark.striptags() for mark in self.marks), self.values])

    def svg(self, alt: str, still: int) -> Markup:
        """The whole drawing as SVG. `alt` is its text alternative, `still` the step that is shown on paper."""
        head = Markup(
            '<defs><marker id="ls-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        )
        marks = Markup("").join(self.marks)
        name = f"ls-head-{len(self.marks)}"  # ids must be unique, and a page may have two drawings with arrows
        head, marks = (part.replace("ls-head", name) for part in (head if "#ls-head" in marks else Markup(""), marks))
        high = Markup(' class="ls-high"') if self.height > _HIGH * self.width else ""
        svg = Markup('<svg viewBox="0 {:g} {:g} {:g}" role="img" aria-label="{}" data-still="{}"{}>{}{}</svg>')
        return svg.format(self.top, self.width, self.height, alt + self.values, still, high, head, marks)

    def crop(self, step: int) -> None:
        """Take away the room above and below what is visible in a step, for a figure that shows this step alone."""
        tops, bottoms = [], []
        for steps, top, bottom, moves in self._placed:
            if not steps or step in steps:
                down = next((moves[at][1] for at in sorted(moves, reverse=True) if at <= step), 0.0)
                tops.append(top + down)
                bottoms.append(bottom + down)
        self.top = max(min(tops) - _ROOM, 0)
        self.height = min(max(bottoms) + _ROOM, self.height) - self.top

    def _add(self, mark: Markup, css: str, on: Iterable[int], hot: Iterable[int], moves: Moves | None) -> None:
        seen, about, moves = self._steps(on), self._steps(hot), dict(sorted((moves or {}).items()))
        self._steps(moves)
        names = [css, "ls-some" if seen else "", "ls-moves" if moves else ""]
        names += [f"s{step}" for step in seen] + [f"h{step}" for step in about]
        places = {step: place for first, place in moves.items() for step in range(first, self.steps + 1)}
        style = ";".join(f"--m{step}:translate({x:g}px,{y:g}px)" for step, (x, y) in places.items())
        styled = Markup(' style="{}"').format(style) if style else ""
        classes = " ".join(name for name in names if name)
        self.marks.append(Markup('<g class="{}"{}>{}</g>').format(classes, styled, mark))

    def _steps(self, steps: Iterable[int]) -> list[int]:
        numbers = sorted(set(steps))
        if numbers and not 1 <= numbers[0] <= numbers[-1] <= self.steps:
            raise BadDrawing(f"there is no step {numbers[0] if numbers[0] < 1 else numbers[-1]} of {self.steps}")
        return numbers

    def _inside(
        self, what: str, x: float, y: float, w: float, h: float, moves: Moves | None, on: Iterable[int] = ()
    ) -> None:  # fmt: skip
        """Refuse a mark outside the canvas, and note where it stands."""
        self._placed.append((set(on), y, y + h, moves or {}))
        for dx, dy in [(0.0, 0.0), *(moves or {}).values()]:
            if x + dx < 0 or y + dy < 0 or x + dx + w > self.width or y + dy + h > self.height:
                raise BadDrawing(
                    f"{what!r} at {x + dx:g}, {y + dy:g} leaves the canvas of {self.width:g} × {self.height:g}"
                )
