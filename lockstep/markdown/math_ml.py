"""Maths in the text of a page: `$\\frac{a}{b}$` becomes MathML when the site is built. A dollar sign is written `\\$`.

The formula also stands as plain text in an `annotation`, which browsers do not show and a search finds.
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from re import Match

from latex2mathml.converter import convert_to_element
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from lockstep.markdown.conversion import Conversion
from lockstep.problem import Problem

_PATTERN = r"\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?![\d$])"
_SPACED = set("=+−·×≤≥<>≈")
_IN_PARENTHESES = re.compile(r"\([^()]*\)")


class Formulas(InlineProcessor):
    """The inline part that reads formulas between dollar signs."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(_PATTERN, conversion.md)
        self.conversion = conversion

    def handleMatch(  # type: ignore[override]
        self, m: Match[str], data: str
    ) -> tuple[ET.Element | str | None, int | None, int | None]:
        """The formula as an element. One that cannot be read is a problem of the page and stays as it was written."""
        if data[: m.start()].endswith("\\"):
            return None, None, None
        try:
            formula = math_ml(m[1])
            if data.strip() == m[0]:  # a paragraph of its own, in which a fraction may be as tall as it wants
                formula.set("display", "block")
            return formula, m.start(), m.end()
        except ValueError as error:
            lines = self.conversion.page.text.splitlines()
            line = next((number for number, text in enumerate(lines, 1) if m[0] in text), 0)
            what = f"the formula {m[0]} {error}."
            self.conversion.tell([Problem(self.conversion.path, line, what, "Fix its LaTeX; a dollar sign is '\\$'.")])
            return AtomicString(m[0]), m.start(), m.end()


def math_ml(latex: str) -> ET.Element:
    """A formula in LaTeX as an element `math`.

    Raises:
        ValueError: it is not LaTeX, or has a part that has no text form.
    """
    try:
        shown = convert_to_element(latex)[0]
    except Exception as error:  # the library raises its own kinds, and those of Python for what it did not foresee
        raise ValueError("is not LaTeX") from error
    for part in shown.iter():
        part.text = AtomicString(html.unescape(part.text)) if part.text else None
    plain = as_text(shown)
    if "\\" in plain:
        raise ValueError("has an unknown command")
    shown.tag = "mstyle"  # the search would end the exclusion at the end of the first `mrow` within
    shown.set("data-search-exclude", "")
    root = ET.Element("math")
    meaning = ET.SubElement(root, "semantics")
    meaning.append(shown)
    ET.SubElement(meaning, "annotation", encoding="text/plain").text = AtomicString(plain)
    return root


def as_text(element: ET.Element) -> str:
    """MathML as a line of text: `2(N − 1) / N`, `10^9`, `√(2C)`.

    Raises:
        ValueError: an element has no such form.
    """
    match element.tag, [as_text(part) for part in element]:
        case ("mrow", parts):
            return "".join(parts)
        case ("mi" | "mn" | "mtext", []):
            return element.text or ""
        case ("mo", []):
            return f" {element.text} " if element.text in _SPACED else element.text or ""
        case ("mfrac", [over, under]):
            is_sum = set("+−") & set(_IN_PARENTHESES.sub("", over))
            return f"{f'({over})' if is_sum else over} / {_grouped(under)}"
        case ("msup", [base, power]):
            return f"{base}^{_grouped(power)}"
        case ("msub", [base, index]):
            return f"{base}_{_grouped(index)}"
        case ("msqrt", parts):
            return f"√({''.join(parts)})"
    raise ValueError(f"has a part {element.tag!r}, which has no text form")


def _grouped(text: str) -> str:
    """A text in parentheses unless it is one number or name."""
    return text if len(text) == 1 or text.replace("_", "").isalnum() else f"({text})"
