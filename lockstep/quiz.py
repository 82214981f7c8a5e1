"""Questions on pages: an extension of Python-Markdown that renders `quiz` fences as HTML that needs no script.

A fence becomes Markdown with marks around it, and a block processor builds the elements. So superfences, links and
inline code inside a question work as on the rest of the page, and the builder checks the links. Other fences that are
made of questions (`challenge`, `review`, `progress`) come in `practice`.
"""

from __future__ import annotations

import dataclasses
import functools
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Any

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor

from lockstep import bank, practice
from lockstep.element import Builder, Parts
from lockstep.page import Fence, fences
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project, find_root
from lockstep.question import Question

_PRIORITY = 28  # before superfences (25), after white space is normal (30)
_START, _PART, _END = "{ls-question ", "{ls-part ", "{ls-end}"
_PARTS = ("ask", "why", "model", "back")  # Markdown of several blocks; all other texts are one line


class QuizExtension(Extension):
    """Render `quiz`, `challenge`, `review` and `progress` fences."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.questions: list[tuple[Question, bool]] = []

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor and the block processors."""
        md.preprocessors.register(_Fences(md, self.questions), "lockstep-quiz", _PRIORITY)
        md.parser.blockprocessors.register(_Questions(md.parser, self.questions), "lockstep-quiz", 200)
        md.parser.blockprocessors.register(_Wrapped(md.parser), "lockstep-practice", 199)


def makeExtension(**kwargs: Any) -> QuizExtension:
    """The entry point Python-Markdown looks for."""
    return QuizExtension(**kwargs)


class _Fences(Preprocessor):
    """Puts marked Markdown in place of each fence."""

    def __init__(self, md: Markdown, questions: list[tuple[Question, bool]]) -> None:
        super().__init__(md)
        self.questions = questions

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        if not any(kind in text for kind in ("quiz", *practice.KINDS)):
            return lines
        project = Project(find_root())
        self.questions.clear()
        parts: list[str] = []
        done = 0
        for block in fences(text):
            if block.kind != "quiz" and block.kind not in practice.KINDS:
                continue
            if wrong := practice.misplaced("", block):
                raise LockstepError(_placed(project, block, [dataclasses.replace(wrong[0], line=0)]))
            parts += lines[done : block.line - 1]
            parts += (
                self.quiz(project, block)
                if block.kind == "quiz"
                else practice.write(project, block, functools.partial(self.add, away=True))
            )
            done = block.line + 1 + len(block.body)
        return [*parts, *lines[done:]]

    def quiz(self, project: Project, block: Fence) -> list[str]:
        one, problems = bank.read(project, "", 0, block.body)
        if problems:
            raise LockstepError(_placed(project, block, problems))
        return self.add(one)

    def add(self, one: Question, away: bool = False) -> list[str]:
        """A question as marked Markdown; `_Questions` finds it by its number. `away`: from another page."""
        self.questions.append((one, away))
        lines = ["", f"{_START}{len(self.questions) - 1}}}", ""]
        for part in _PARTS:
            text = practice.rebased(one, getattr(one, part)) if away else getattr(one, part)
            lines += [f"{_PART}{part}}}", "", *text.split("\n"), ""] if text else []
        return [*lines, _END, ""]


def _placed(project: Project, block: Fence, problems: Sequence[Problem]) -> list[Problem]:
    """Problems of a fence with page and line: the extension is told neither."""
    for path, found in project.fences.items():
        for other in found:
            if tuple(line.expandtabs(4) for line in other.body) == block.body:  # as the builder hands them over
                return [Problem(path, other.line + one.line, one.what, one.todo) for one in problems]
    return list(problems)


class _Questions(BlockProcessor):
    """Builds the elements of a question from its marked blocks."""

    def __init__(self, parser: Any, questions: list[tuple[Question, bool]]) -> None:
        super().__init__(parser)
        self.questions = questions

    def test(self, parent: ET.Element, block: str) -> bool:
        return block.lstrip("\n").startswith(_START)

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        one, away = self.questions[int(blocks.pop(0).strip().removeprefix(_START).removesuffix("}"))]
        parts: Parts = {}
        current: list[str] = []
        while (block := blocks.pop(0)).strip() != _END:
            if block.strip().startswith(_PART):
                current = parts.setdefault(block.strip().removeprefix(_PART).removesuffix("}"), [])
            else:
                current.append(block)
        Builder(self.parser, Project(find_root()), one, parts, away).build(parent)


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
