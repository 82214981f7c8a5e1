"""A drawing of one step whose width is that of the page: places from left to right are percent, all else is CSS pixels.

Its text has the size of small print on every screen, from a phone to a desk.
"""

from __future__ import annotations

from markupsafe import Markup

from lockstep.drawings.canvas import BadDrawing, Canvas

NARROW = 286  # CSS pixels of a drawing on a narrow phone; what is written must fit there
LETTER = 7.2  # width of a letter of 13 px, a generous estimate


def width_of(text: str) -> float:
    """The width of a text in percent of a narrow drawing."""
    return len(text) * LETTER * 100 / NARROW


class WideCanvas(Canvas):
    """A drawing 100 percent wide and `height` pixels high."""

    def __init__(self, height: float) -> None:
        super().__init__(width=100, height=height)

    def bar(self, x: float, y: float, w: float, h: float, css: str) -> None:
        """Add a rectangle."""
        self._inside("a bar", x, y, w, h, None)
        self._put(Markup('<rect x="{:.4g}%" y="{:g}" width="{:.4g}%" height="{:g}"/>').format(x, y, w, h), css)

    def rule(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        """Add a straight line."""
        self._inside("a line", min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1), None)
        self._put(Markup('<line x1="{:.4g}%" y1="{:g}" x2="{:.4g}%" y2="{:g}"/>').format(x1, y1, x2, y2), css)

    def dot(self, x: float, y: float, css: str) -> None:
        """Add a round mark."""
        self._inside("a mark", x, y - 6, 0, 12, None)
        self._put(Markup('<circle cx="{:.4g}%" cy="{:g}" r="6"/>').format(x, y), css)

    def words(self, x: float, y: float, text: str, css: str, anchor: str = "start") -> None:
        """Add a line of text at its baseline; `anchor` is start, middle or end.

        Raises:
            BadDrawing: it does not fit on a phone.
        """
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width_of(text)
        if left < -1 or left + width_of(text) > 101 or not 0 < y <= self.height:
            raise BadDrawing(f"{text!r} does not fit on a phone")
        self._put(Markup('<text x="{:.4g}%" y="{:g}" text-anchor="{}">{}</text>').format(x, y, anchor, text), css)

    def svg(self, alt: str, still: int) -> Markup:
        """The whole drawing as SVG. `alt` is its text alternative."""
        svg = Markup(
            '<svg class="ls-canvas" width="100%" height="{:g}" role="img" aria-label="{}" data-still="1">{}</svg>'
        )
        return svg.format(self.height, alt + self.values, Markup("").join(self.marks))

    def _put(self, mark: Markup, css: str) -> None:
        self._add(mark, css, (), (), None)
