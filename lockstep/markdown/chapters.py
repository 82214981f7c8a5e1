"""The line of chapters of Deep: a link to each section of the second level, at the end of the page.

Where no sidebar lists the chapters, it stays in view at the lower edge. A script marks the chapter that is being read.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from markdown.util import AtomicString

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart

CLASS = "ls-chapters"


class Chapters(TreePart):
    """Puts the line of chapters into the Deep of each topic."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        if root.find("ls-modes") is None or not self.conversion.path.endswith(f"/{modes.MODES['Deep']}"):
            return
        line = ET.SubElement(root, "nav", {"class": CLASS, "aria-label": "Chapters", "data-search-exclude": ""})
        chapters = ET.SubElement(line, "ol")
        for heading in root.findall("h2"):
            link = ET.SubElement(ET.SubElement(chapters, "li"), "a", href=f"#{heading.get('id')}")
            link.text = AtomicString(re.sub(r"^\d+\. ", "", _text(heading)))  # the order tells the number


def _text(heading: ET.Element) -> str:
    """The words of a heading, without the sign that links to it."""
    parts = (part for part in heading if part.get("class") != "headerlink")
    return (heading.text or "") + "".join("".join(part.itertext()) + (part.tail or "") for part in parts)
