"""What a kind of question writes itself with: elements of a page, and parts of a note. Needs no builder. Pure."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lockstep.project import Project


def add(parent: ET.Element, tag: str, css: str = "", **attributes: str) -> ET.Element:
    """A new last child. `css` is its class."""
    return ET.SubElement(parent, tag, {**({"class": css} if css else {}), **attributes})


class Elements(Protocol):
    """Builds the parts of one question on a page that need Markdown, Pygments or records."""

    project: Project

    def plain(self, text: str) -> str:
        """A text in which no Markdown is looked for."""

    def inline(self, text: str) -> str:
        """A text of one line that is Markdown: options, whys and hints."""

    def blocks(self, parent: ET.Element, name: str) -> None:
        """Add a field that is Markdown of several blocks; nothing where it is empty."""

    def program(self, parent: ET.Element, numbered: bool = False) -> None:
        """Add the program of the question, with the numbers of its lines if asked."""

    def terminal(self, parent: ET.Element, lines: Sequence[str]) -> None:
        """Add what a program left in the terminal, in a box that scrolls."""

    def output(self, parent: ET.Element) -> None:
        """Add what the program of the question printed."""

    def difference(self, parent: ET.Element, name: str) -> None:
        """Add what turns the program of the question into another snippet."""


@dataclass(frozen=True)
class Items:
    """A list in a note. Its texts are Markdown of one line."""

    texts: tuple[str, ...]
    lettered: bool = True


Part = str | Items  # of a note: Markdown, or a list
