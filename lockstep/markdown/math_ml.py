"""Maths in the text of a page: `$\\frac{a}{b}$` becomes MathML at the build. A dollar sign is written `\\$`."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from re import Match

from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from lockstep.markdown.conversion import Conversion
from lockstep.problem import Problem
from lockstep.question import maths


class Formulas(InlineProcessor):
    """The inline part that reads formulas between dollar signs."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(maths.FORMULA, conversion.md)
        self.conversion = conversion

    def handleMatch(  # type: ignore[override]
        self, m: Match[str], data: str
    ) -> tuple[ET.Element | str | None, int | None, int | None]:
        """The formula as an element. One that cannot be read is a problem of the page and stays as it was written."""
        if data[: m.start()].endswith("\\"):
            return None, None, None
        try:
            formula = maths.element(m[1])
        except ValueError as error:
            lines = self.conversion.page.text.splitlines()
            line = next((number for number, text in enumerate(lines, 1) if m[0] in text), 0)
            what = f"the formula {m[0]} {error}."
            self.conversion.tell([Problem(self.conversion.path, line, what, "Fix its LaTeX; a dollar sign is '\\$'.")])
            return AtomicString(m[0]), m.start(), m.end()
        for part in formula.iter():
            part.text = AtomicString(part.text) if part.text else None  # else Markdown is looked for in it
        if data.strip() == m[0]:  # a paragraph of its own, in which a fraction may be as tall as it wants
            formula.set("display", "block")
        return formula, m.start(), m.end()
