"""Which runs of a page are veiled until the questions above them are answered. Runs nothing."""

from __future__ import annotations

import re

from lockstep.page import Fence, Page
from lockstep.question import reader
from lockstep.question.kinds.numeric import Numeric
from lockstep.question.question import Question
from lockstep.snippet.embed import parse_embed

SCREEN = 24  # lines of a page that a reader sees below a question
FOLDED = ("/index.md", "/deep.md")  # pages whose subsections are folded
_OF = re.compile(r"\bof=[\"']([^\"']+)[\"']")


def programs_of(question: Question) -> set[str]:
    """The snippets whose records answer a question: those it names, and those its claims read."""
    claims = [question.decides, *(bound.check.claim for bound in question.bound)]
    claims += [question.also] if isinstance(question, Numeric) else []
    named = {name for claim in claims for name in _OF.findall(claim)}
    return named | {name for _, name in question.programs if name}


def asked_above(path: str, page: Page, run: Fence) -> list[str]:
    """The ids of the questions within a screen above a run that its record answers. `path` is that of the page."""
    name = parse_embed(run.body).name
    return [question.id for question in _near(path, page, run) if question.id and name in programs_of(question)]


def is_fix(path: str, page: Page, run: Fence) -> bool:
    """Whether a question within a screen above a run asks for what its code shows: that is veiled too."""
    name = parse_embed(run.body).name
    return any(question.id and question.fix == name for question in _near(path, page, run))


def _near(path: str, page: Page, run: Fence) -> list[Question]:
    top = min(run.line - SCREEN, _unfolded(page, run) if path.endswith(FOLDED) else run.line)
    fences = [fence for fence in page.ours if fence.kind == "quiz" and top <= fence.end <= run.line]
    return [reader.read(path, fence.line, fence.body)[0] for fence in fences]


def _unfolded(page: Page, run: Fence) -> int:
    """The line of the section that a run is in. Its subsections are folded, so all of it is one screen."""
    inside = {number for fence in page.fences for number in range(fence.line, fence.end + 1)}
    heads = [(number, line) for number, line in enumerate(page.text.split("\n")[: run.line], 1) if number not in inside]
    sections = [number for number, line in heads if line.startswith("## ")]
    is_folded = any(line.startswith("### ") for number, line in heads if number > max(sections, default=0))
    return max(sections, default=0) if is_folded else run.line


def veils(path: str, page: Page) -> bool:
    """Whether a run of a page is veiled."""
    return any(fence.kind == "run" and asked_above(path, page, fence) for fence in page.ours)
