"""What Markdown leaves out for screen readers, keyboards and narrow screens.

The first cell of each row of a table is the row's heading. In a table too wide for a phone each other cell has the name
of its column, so that a style sheet can stack the row. The name of an option, such as `--mem`, has a class that keeps
it on one line. The sign beside a heading that links to it is for the mouse: a screen reader would read it as a part of
the heading, and the table of contents holds the same links.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from lockstep.markdown.conversion import TreePart

_LINE = 40  # letters that a row of several columns has room for on a phone
_NAME = 24  # letters of code that a line of a phone has room for, in a list too


class Access(TreePart):
    """Completes headings and tables."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        for link in root.iter("a"):
            if link.get("class") == "headerlink":
                link.set("aria-hidden", "true")
                link.set("tabindex", "-1")
        for code in root.iter("code"):
            if code.text and code.text.startswith("-") and len(code.text) <= _NAME and not code.get("class"):
                code.set("class", "ls-option")
        for table in root.iter("table"):
            names = [_text(cell) for cell in table.iterfind("thead/tr/th")]
            rows = [list(row) for row in table.iterfind("tbody/tr")]
            if names and names[0]:
                for row in rows:
                    row[0].tag = "th"
                    row[0].set("scope", "row")
            if len(names) > 2 and any(sum(len(_text(cell)) for cell in row) > _LINE for row in rows):
                for row in rows:
                    for name, cell in zip(names[1:], row[1:], strict=False):
                        cell.set("data-label", name)


def _text(node: ET.Element) -> str:
    return "".join(node.itertext()).strip()
