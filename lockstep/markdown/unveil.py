"""The button that shows all runs of a page that are veiled until their questions are answered."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from markdown.util import AtomicString

from lockstep.markdown.conversion import TreePart
from lockstep.question import veil


class Unveil(TreePart):
    """Puts the button under the title of a page that has such runs. Only the script shows it."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        title = root.find("h1")
        if title is None or not veil.veils(self.conversion.path, self.conversion.page):
            return
        line = ET.Element("p", {"class": "ls-veil-all", "data-search-exclude": ""})
        button = ET.SubElement(line, "button", type="button")
        for text in ("Show all outputs", "Hide outputs until answered"):
            ET.SubElement(button, "span").text = AtomicString(text)
        root.insert(list(root).index(title) + 1, line)
