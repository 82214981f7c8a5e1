"""Numbers in prose that a run or a formula gives: `[704 GPU hours](= "88 * 8")`.

In the title of the link stands a claim, as questions have it: arithmetic, or `value("sends {} GB", of="scaling/x.py")`.
`verify` works it out and compares (`lockstep.rules.numerals`). A reader gets the text, and a tooltip that says where
the number comes from. `given` marks a number that is chosen, not found; of that nothing is shown.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from markdown.inlinepatterns import InlineProcessor

from lockstep.markdown.conversion import Conversion
from lockstep.page import NUMBER_LINK

GIVEN = "given"
_OF = re.compile(r"""\bof\s*=\s*["']([^"']+)["']""")


@dataclass(frozen=True)
class NumberLink:
    """A number in prose with the claim that gives it. `start` and `end` are its place in the text of its page."""

    text: str
    claim: str
    start: int
    end: int


def number_links(text: str) -> Iterator[NumberLink]:
    """All bound numbers of a text, from top to bottom."""
    for match in NUMBER_LINK.finditer(text):
        yield NumberLink(match["text"], " ".join(match["claim"].split()), match.start(), match.end())


class Numbers(InlineProcessor):
    """Makes each bound number a text with a tooltip. Markdown's own links take no quotes within a title."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(NUMBER_LINK.pattern, conversion.md)

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[ET.Element, int, int]:  # type: ignore[override]
        """The number as an element."""
        claim = " ".join(m["claim"].split())
        told = {} if claim == GIVEN else {"class": "ls-number", "title": _told(claim)}
        number = ET.Element("span", told)
        number.text = m["text"]
        return number, m.start(), m.end()


def _told(claim: str) -> str:
    """Where a number comes from, as a reader is told: the programs that printed it, else the arithmetic."""
    programs = ", ".join(dict.fromkeys(_OF.findall(claim)))
    return f"Printed by {programs}" if programs else f"= {claim}"
