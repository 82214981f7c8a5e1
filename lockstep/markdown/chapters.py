"""The chapters of Deep, its sections of the second level: a line of links to them, and a box around each to fold it by.

Where no sidebar lists the chapters, the line stays in view at the lower edge. A script marks the chapter that is being
read, and on a phone folds each chapter but the first to its heading and a line that says what it holds.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from markdown.util import HTML_PLACEHOLDER_RE, AtomicString

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart

CLASS, BOX = "ls-chapters", "ls-chapter"
SHORT = 3  # screens of a phone; a page of fewer is not folded
_LETTERS, _PARTS = 700, 1.4  # what a screen of a phone holds: letters of text; runs, figures and questions
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
        line = ET.SubElement(root, "nav", {"class": CLASS, "aria-label": "Chapters", "data-search-exclude": ""})
        chapters = ET.SubElement(line, "ol")
        for heading in root.findall("h2"):
            link = ET.SubElement(ET.SubElement(chapters, "li"), "a", href=f"#{heading.get('id')}")
            link.text = AtomicString(re.sub(r"^\d+\. ", "", _text(heading)))  # the order tells the number
        if self._screens(root) >= SHORT:
            self._box(root, line)

    def _box(self, root: ET.Element, line: ET.Element) -> None:
        """Put what follows each heading but the first into a box."""
        box: ET.Element | None = None
        boxes = []
        for element in list(root)[list(root).index(root.findall("h2")[0]) + 1 :]:
            if element is line:
                break
            if element.tag == "h2":
                box = ET.Element(BOX)
                boxes.append(box)
                root.insert(list(root).index(element) + 1, box)
            elif box is not None:
                root.remove(element)
                box.append(element)
        for box in boxes:
            box.set("data-holds", self._holds(box))

    def _holds(self, box: ET.Element) -> str:
        """What a chapter holds, as "3 runs, 1 question"; of one that is text alone, its points or paragraphs."""
        points = len(box.findall(".//li"))
        words = [one for one in box.iterfind(".//p") if not HTML_PLACEHOLDER_RE.match(one.text or "")]
        text = {"point": points} if points else {"paragraph": len(words)}
        counts = {kind: count for kind, count in self._counts(box).items() if count} or text
        return ", ".join(f"{count} {kind}{'s' * (count > 1)}" for kind, count in counts.items())

    def _counts(self, element: ET.Element) -> dict[str, int]:
        html = "".join(self._stashed(element))
        counts = {kind: html.count(start) for kind, start in _KINDS.items()}
        return {
            **counts,
            "table": len(element.findall(".//table")),
            "question": len(element.findall(".//ls-question")),
        }

    def _stashed(self, element: ET.Element) -> Iterator[str]:
        """The HTML that stands for the paragraphs of an element."""
        for number in HTML_PLACEHOLDER_RE.findall("".join(element.itertext())):
            html = self.md.htmlStash.rawHtmlBlocks[int(number)]
            yield html if isinstance(html, str) else ""

    def _screens(self, root: ET.Element) -> float:
        """About how many screens of a phone a page fills."""
        return len("".join(root.itertext())) / _LETTERS + sum(self._counts(root).values()) / _PARTS


def _text(heading: ET.Element) -> str:
    """The words of a heading, without the sign that links to it."""
    parts = (part for part in heading if part.get("class") != "headerlink")
    return (heading.text or "") + "".join("".join(part.itertext()) + (part.tail or "") for part in parts)
