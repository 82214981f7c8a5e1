"""Questions on pages: a `quiz` fence becomes HTML that needs no script.

A fence becomes Markdown with marks around it, and a block processor builds the elements. So superfences, links and
inline code inside a question work as on the rest of the page, and the builder checks the links. The other fences that
use questions (`challenge`, `review`) are in `practice`.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from urllib.parse import unquote

from lockstep.markdown.conversion import BlockPart, Conversion
from lockstep.markdown.practice import CLOSE, END, OPEN, PART, START, marked
from lockstep.markdown.question_html import Builder, Parts
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.question import bank


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """A `quiz` fence as marked Markdown.

    Raises:
        LockstepError: something is wrong with the question.
    """
    question, problems = bank.read(conversion.project, conversion.path, fence.line, fence.body)
    if problems:
        raise LockstepError(problems)
    return marked(conversion, question)


class Questions(BlockPart):
    """Builds the elements of a question from its marked blocks."""

    def test(self, parent: ET.Element, block: str) -> bool:
        """Whether a block is the opening mark."""
        return block.lstrip("\n").startswith(START)

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        """Take the blocks up to the closing mark."""
        number = int(blocks.pop(0).strip().removeprefix(START).removesuffix("}"))
        parts: Parts = {}
        current: list[str] = []
        while (block := blocks.pop(0)).strip() != END:
            if block.strip().startswith(PART):
                current = parts.setdefault(block.strip().removeprefix(PART).removesuffix("}"), [])
            else:
                current.append(block)
        conversion = self.conversion
        question = conversion.questions[number]
        Builder(self.parser, conversion.project, question, parts, conversion.path).build(parent)


class Wrapped(BlockPart):
    """Puts an element around the blocks between an opening and a closing mark."""

    def test(self, parent: ET.Element, block: str) -> bool:
        """Whether a block is the opening mark."""
        return block.lstrip("\n").startswith(OPEN)

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        """Take the blocks up to the closing mark."""
        tag, *pairs = blocks.pop(0).strip().removeprefix(OPEN).removesuffix("}").split("|")
        values = dict(pair.split("=", 1) for pair in pairs)
        element = ET.SubElement(parent, tag, {f"data-{key}": unquote(value) for key, value in values.items()})
        if tag in ("ls-mixed", "ls-review"):
            element.set("data-search-exclude", "")  # the questions are found on their own pages
        inner: list[str] = []
        depth = 1
        while depth:
            block = blocks.pop(0).lstrip("\n")
            depth += block.startswith(OPEN) - (block == CLOSE)
            inner.append(block)
        self.parser.parseBlocks(element, inner[:-1])
