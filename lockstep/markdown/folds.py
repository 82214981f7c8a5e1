"""Folds the sections of the third level of a sheet and of Deep: a reader sees what there is and opens what is wanted.

The heading and the paragraph below it stay in view. A browser opens a fold for a link into it, for a search on the page
and for paper, and needs no script for any of these.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart

CLASS, LEAD = "ls-fold", "ls-lead"
_HEADS = ("h1", "h2", "h3")


class Folds(TreePart):
    """Puts each section of the third level into a `details` element, on the sheet and the Deep of each topic alone."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        if not modes.is_folded(self.conversion.project, self.conversion.path):
            return
        fold: ET.Element | None = None
        for element in list(root):
            if element.tag == "h3":
                root[list(root).index(element)] = fold = _fold(element)
            elif element.tag in _HEADS:
                fold = None
            elif fold is not None:
                root.remove(element)
                fold.append(element)
        for fold in root.iterfind(f"details[@class='{CLASS}']"):
            _lead(fold)


def _fold(heading: ET.Element) -> ET.Element:
    fold = ET.Element("details", {"class": CLASS})
    for link in heading.findall("a[@class='headerlink']"):
        heading.remove(link)  # a summary is a button, which holds no link
    ET.SubElement(fold, "summary").append(heading)
    return fold


def _lead(fold: ET.Element) -> None:
    """Move the first paragraph into the summary, unless it has links, which a summary should not hold."""
    first = fold[1] if len(fold) > 2 else None
    if first is None or first.tag != "p" or first.find(".//a") is not None:
        return
    fold.remove(first)
    first.tag = "span"
    first.set("class", LEAD)
    fold[0].append(first)
