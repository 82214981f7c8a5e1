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


def shown_above(path: str, page: Page, run: Fence) -> Question | None:
    """The question within a screen above a run that shows the same lines of code; the nearest where several do."""
    embed = parse_embed(run.body)
    if embed.show == "output" or embed.before:
        return None
    of_code = [question for question in _near(path, page, run) if question.id and question.shows_program]
    same = [question for question in of_code if (question.run, question.region) == (embed.name, embed.region)]
    return same[-1] if same else None


def is_apart(page: Page, question: Question, run: Fence) -> bool:
    """Whether a heading or another run stands between a question and a run below it."""
    between = range(question.line + 1, run.line)
    is_run = any(fence.kind == "run" and fence.line in between for fence in page.ours)
    return is_run or any(line.startswith("#") and number in between for number, line in _prose(page))


def lends_its_code(page: Page, question: Question) -> bool:
    """Whether a run of its page shows the same lines as a question, which is the nearest that does."""
    below = [fence for fence in page.ours if fence.kind == "run" and fence.line > question.line]
    runs = [run for run in below if parse_embed(run.body).name == question.run]
    found = (shown_above(question.path, page, run) for run in runs)
    return any(one is not None and one.id == question.id for one in found)


def _near(path: str, page: Page, run: Fence) -> list[Question]:
    top = min(run.line - SCREEN, _unfolded(page, run) if path.endswith(FOLDED) else run.line)
    fences = [fence for fence in page.ours if fence.kind == "quiz" and top <= fence.end <= run.line]
    return [reader.read(path, fence.line, fence.body)[0] for fence in fences]


def _unfolded(page: Page, run: Fence) -> int:
    """The line of the section that a run is in. Its subsections are folded, so all of it is one screen."""
    heads = [(number, line) for number, line in _prose(page) if number <= run.line]
    sections = [number for number, line in heads if line.startswith("## ")]
    is_folded = any(line.startswith("### ") for number, line in heads if number > max(sections, default=0))
    return max(sections, default=0) if is_folded else run.line


def _prose(page: Page) -> list[tuple[int, str]]:
    """The lines of a page outside its fences, with their numbers."""
    inside = {number for fence in page.fences for number in range(fence.line, fence.end + 1)}
    return [(number, line) for number, line in enumerate(page.text.split("\n"), 1) if number not in inside]


def veils(path: str, page: Page) -> bool:
    """Whether a run of a page is veiled."""
    return any(fence.kind == "run" and asked_above(path, page, fence) for fence in page.ours)
