"""Questions on pages: an extension of Python-Markdown that renders `quiz` fences as HTML that needs no script.

A fence becomes Markdown with marks around it, and a block processor builds the elements. So superfences, links and
inline code inside a question work as on the rest of the page, and the builder checks the links. Other fences that are
made of questions (`challenge`, `review`, `progress`) come in `practice`.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from lockstep.markdown import here, practice
from lockstep.markdown.question_html import Builder, Parts
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.project import Project, find_root
from lockstep.question import bank
from lockstep.question.question import Question

_PRIORITY = 28  # before superfences (25), after white space is normal (30)
_OUR_ID = re.compile(r'<(?:figure class="ls-(?:run|figure)"|ls-calculator) id="([^"]+)"')
_FOR_BUILDERS = "ls-for-builders"
_START, _PART, _END = "{ls-question ", "{ls-part ", "{ls-end}"
_PARTS = ("ask", "why", "model", "back")  # Markdown of several blocks; all other texts are one line


@dataclass
class Asked:
    """The questions of the page that is being rendered, and that page."""

    project: Project = field(default_factory=lambda: Project(Path()))
    here: str = ""
    questions: list[Question] = field(default_factory=list)


class QuizExtension(Extension):
    """Render `quiz`, `challenge`, `review` and `progress` fences."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.asked = Asked()

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor and the block processors."""
        md.preprocessors.register(_Fences(md, self.asked), "lockstep-quiz", _PRIORITY)
        md.parser.blockprocessors.register(_Questions(md.parser, self.asked), "lockstep-quiz", 200)
        md.parser.blockprocessors.register(_Wrapped(md.parser), "lockstep-practice", 199)
        md.treeprocessors.register(_Anchors(md), "lockstep-anchors", 6)  # before a builder looks for anchors (5)
        md.treeprocessors.register(_NoAnchors(md), "lockstep-no-anchors", 4)


def makeExtension(**kwargs: Any) -> QuizExtension:
    """The entry point Python-Markdown looks for."""
    return QuizExtension(**kwargs)


class _Anchors(Treeprocessor):
    """Shows the builder the ids of runs, figures and calculators, which stand in HTML it does not look into."""

    def run(self, root: ET.Element) -> None:
        for html in self.md.htmlStash.rawHtmlBlocks:
            for anchor in _OUR_ID.findall(html) if isinstance(html, str) else ():
                ET.SubElement(root, "a", {"id": anchor, "class": _FOR_BUILDERS})


class _NoAnchors(Treeprocessor):
    """Takes them out again."""

    def run(self, root: ET.Element) -> None:
        for element in root.findall(f"a[@class='{_FOR_BUILDERS}']"):
            root.remove(element)


class _Fences(Preprocessor):
    """Puts marked Markdown in place of each fence."""

    def __init__(self, md: Markdown, asked: Asked) -> None:
        super().__init__(md)
        self.asked = asked

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        if not any(kind in text for kind in ("quiz", *practice.KINDS)):
            return lines
        project = Project(find_root())
        self.asked.project = project
        self.asked.here, there = here.find(project, text)
        self.asked.questions.clear()
        parts: list[str] = []
        done = 0
        for block, source in zip(here.blocks(text), there, strict=True):
            if block.kind != "quiz" and block.kind not in practice.KINDS:
                continue
            if wrong := practice.misplaced(self.asked.here, source):
                raise LockstepError(wrong)
            parts += lines[done : block.line - 1]
            parts += self.quiz(project, source) if block.kind == "quiz" else practice.write(project, source, self.add)
            done = block.line + 1 + len(block.body)
        return [*parts, *lines[done:]]

    def quiz(self, project: Project, block: Fence) -> list[str]:
        one, problems = bank.read(project, self.asked.here, block.line, block.body)
        if problems:
            raise LockstepError(problems)
        return self.add(one)

    def add(self, one: Question) -> list[str]:
        """A question as marked Markdown; `_Questions` finds it by its number."""
        self.asked.questions.append(one)
        lines = ["", f"{_START}{len(self.asked.questions) - 1}}}", ""]
        for part in _PARTS:
            text = practice.rebased(one, getattr(one, part), self.asked.here)
            lines += [f"{_PART}{part}}}", "", *text.split("\n"), ""] if text else []
        return [*lines, _END, ""]


class _Questions(BlockProcessor):
    """Builds the elements of a question from its marked blocks."""

    def __init__(self, parser: Any, asked: Asked) -> None:
        super().__init__(parser)
        self.asked = asked

    def test(self, parent: ET.Element, block: str) -> bool:
        return block.lstrip("\n").startswith(_START)

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        one = self.asked.questions[int(blocks.pop(0).strip().removeprefix(_START).removesuffix("}"))]
        parts: Parts = {}
        current: list[str] = []
        while (block := blocks.pop(0)).strip() != _END:
            if block.strip().startswith(_PART):
                current = parts.setdefault(block.strip().removeprefix(_PART).removesuffix("}"), [])
            else:
                current.append(block)
        Builder(self.parser, self.asked.project, one, parts, self.asked.here).build(parent)


class _Wrapped(BlockProcessor):
    """Puts an element around the blocks between an opening and a closing mark."""

    def test(self, parent: ET.Element, block: str) -> bool:
        return block.lstrip("\n").startswith(practice.OPEN)

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        tag, *pairs = blocks.pop(0).strip().removeprefix(practice.OPEN).removesuffix("}").split("|")
        values = dict(pair.split("=", 1) for pair in pairs)
        element = ET.SubElement(parent, tag, {f"data-{key}": value for key, value in values.items()})
        if tag == "ls-review":
            element.set("data-search-exclude", "")  # the questions are found on their own pages
        inner: list[str] = []
        depth = 1
        while depth:
            block = blocks.pop(0).lstrip("\n")
            depth += block.startswith(practice.OPEN) - (block == practice.CLOSE)
            inner.append(block)
        self.parser.parseBlocks(element, inner[:-1])
