"""The chapters of Deep, its sections of the second level: a line of links to them, and a box around each to fold it by.

Where no sidebar lists the chapters, the line stays in view at the lower edge. A script marks the chapter that is being
read, and on a phone folds each chapter but the first to its heading and a line that says what it holds.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from markdown.util import HTML_PLACEHOLDER_RE, AtomicString

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart

CLASS, BOX = "ls-chapters", "ls-chapter"
_KINDS = {
    "run": '<figure class="ls-run"',
    "figure": '<figure class="ls-figure"',
    "calculator": "<ls-calculator",
}


class Chapters(TreePart):
    """Puts the line of chapters and their boxes into the Deep of each topic."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        if root.find("ls-modes") is None or not self.conversion.path.endswith(f"/{modes.MODES['Deep']}"):
            return
        headings = root.findall("h2")
        self._box(root, headings)
        line = ET.SubElement(root, "nav", {"class": CLASS, "aria-label": "Chapters", "data-search-exclude": ""})
        chapters = ET.SubElement(line, "ol")
        for heading in headings:
            link = ET.SubElement(ET.SubElement(chapters, "li"), "a", href=f"#{heading.get('id')}")
            link.text = AtomicString(re.sub(r"^\d+\. ", "", _text(heading)))  # the order tells the number

    def _box(self, root: ET.Element, headings: list[ET.Element]) -> None:
        """Put what follows each heading but the first into a box."""
        parts, place = list(root), root
        root[:] = []
        for part in parts:
            if part in headings:
                root.append(part)
                place = root if part is headings[0] else ET.SubElement(root, BOX)
            else:
                place.append(part)
        for box in root.findall(BOX):
            box.set("data-holds", self._holds(box))

    def _holds(self, box: ET.Element) -> str:
        """What a chapter holds, as "3 runs, 1 question"; of one that is text alone, its points or paragraphs."""
        points = len(box.findall(".//li"))
        words = [one for one in box.iterfind(".//p") if not HTML_PLACEHOLDER_RE.match(one.text or "")]
        text = {"point": points} if points else {"paragraph": len(words)}
        counts = {kind: count for kind, count in self._counts(box).items() if count} or text
        return ", ".join(f"{count} {kind}{'s' * (count > 1)}" for kind, count in counts.items())

    def _counts(self, box: ET.Element) -> dict[str, int]:
        html = "".join(map(self.stashed, HTML_PLACEHOLDER_RE.findall("".join(box.itertext()))))
        return {
            **{kind: html.count(start) for kind, start in _KINDS.items()},
            "table": len(box.findall(".//table")),
            "question": len(box.findall(".//ls-question")),
        }


def _text(heading: ET.Element) -> str:
    """The words of a heading, without the sign that links to it."""
    parts = (part for part in heading if part.get("class") != "headerlink")
    return (heading.text or "") + "".join("".join(part.itertext()) + (part.tail or "") for part in parts)
