"""Citations of torch's source in prose: `[what it does](torch:FILE#SYMBOL "words of it")`.

A citation is a link of Markdown. It becomes one to the file as torch's repository has it, and its tooltip names file,
symbol and words. `verify` looks all three up in the installed torch (`lockstep.rules.citations`).
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from lockstep.markdown.conversion import TreePart
from lockstep.question.torch_source import VERSION

SCHEME = "torch:"
SOURCE = f"https://github.com/pytorch/pytorch/blob/v{VERSION}/torch/"
_LINK = re.compile(
    r"""\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*torch:(?P<file>[^\s)#]*)(?:\#(?P<symbol>[^\s)]*))?"""
    r"""(?:\s+(?P<quote>["'])(?P<words>.*?)(?P=quote))?\s*\)""",
    re.S,
)


@dataclass(frozen=True)
class Citation:
    """What a link cites: a file below torch's folder, a symbol in it and words of that; `words` may be empty.

    `start` and `end` are its place in the text of its page.
    """

    text: str
    file: str
    symbol: str
    words: str
    start: int
    end: int


def citations(text: str) -> Iterator[Citation]:
    """All citations in a text, from top to bottom."""
    for match in _LINK.finditer(text):
        symbol, words = match["symbol"] or "", match["words"] or ""
        yield Citation(match["text"], match["file"], symbol, words, match.start(), match.end())


class Citations(TreePart):
    """Makes each citation a link that a browser can follow, with a tooltip."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        for link in root.iter("a"):
            address = link.get("href", "")
            if address.startswith(SCHEME):
                file, _, symbol = address.removeprefix(SCHEME).partition("#")
                words = link.get("title", "")
                link.set("href", SOURCE + file)
                link.set("class", "ls-cite")
                link.set("title", f"torch {VERSION}, {file}, {symbol}" + (f": “{words}”" if words else ""))
