"""The rule against answers that stand in view below their question: in a title, in the text, in the output of a run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lockstep.page import NUMBER_LINK, Page
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import veil
from lockstep.question.decided import EMPTY, words
from lockstep.question.kinds.numeric import Numeric
from lockstep.question.programs import record_of
from lockstep.question.question import Question
from lockstep.snippet.embed import parse_embed

_TITLE = re.compile(r"^#+ (.+)|\*\*(.+?)\*\*")
_SMALL = EMPTY | {"the", "and", "are", "its", "was", "not", "for", "has", "all", "both", "one", "two"}


def answers_are_not_in_view(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """No line within a screen below a question answers it, unless it is of a run that is veiled until then."""
    for question in questions:
        page = project.pages.get(question.path)
        answer = _answer(question)
        if not page or not answer:
            continue
        own = _own_words(question, answer)
        end = next(fence.end for fence in page.ours if fence.line == question.line)
        for line, text, is_title in _in_view(project, question.path, page, end):
            if _tells(text, answer, question.ask) or (is_title and own and own <= words(text)):
                what = f"line {line} tells its answer, {answer!r}: {text.strip()!r}."
                todo = "Move the question or that line, or name that run as its proof, which veils it."
                yield question.problem(question.line, what, todo)
                break


def _answer(question: Question) -> str:
    """The answer that a line could tell; empty for one of a single letter or digit, and where the question names it."""
    rights = [option.text for option in question.options if option.right]
    answer = question.shown if isinstance(question, Numeric) else rights[0] if len(rights) == 1 else ""
    return "" if len(_plain(answer)) < 2 or _holds(question.ask, answer) else answer


def _own_words(question: Question, answer: str) -> set[str]:
    """Words that only the right option has; none where they are fewer than two."""
    others = [option.text for option in question.options if not option.right]
    own = words(answer).difference(words(question.ask), *map(words, others))
    own = {word for word in own - _SMALL if len(word) > 2}
    return own if len(own) > 1 else set()


def _plain(text: str) -> str:
    """A text in small letters, without the marks around code and what separates thousands."""
    return " ".join(re.sub(r"(?<=\d)[, ](?=\d{3})", "", re.sub(r"[`*]", "", text.lower())).split())


def _holds(text: str, answer: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(_plain(answer))}(?![\w]|\.\d)", _plain(text)))


def _tells(text: str, answer: str, ask: str) -> bool:
    """Whether a line holds the answer; a number without a unit tells it beside a word of what is asked."""
    shared = {word for word in words(text) & words(ask) - _SMALL if len(word) > 3 and not word.isdecimal()}
    return _holds(text, answer) and bool(shared or re.search("[a-z]", _plain(answer)))


def _in_view(project: Project, path: str, page: Page, end: int) -> Iterator[tuple[int, str, bool]]:
    """What is read below a line of a page: number of the line, text, whether it is a title."""
    lines = page.text.split("\n")
    for number in range(end + 1, min(end + veil.SCREEN, len(lines)) + 1):
        if number not in page.fenced:
            line = NUMBER_LINK.sub(r"\g<text>", lines[number - 1])
            yield number, line, False
            yield from ((number, "".join(match.groups("")), True) for match in _TITLE.finditer(line))
    for fence in page.ours:
        is_near = 0 <= fence.line - end <= veil.SCREEN
        if fence.kind == "run" and is_near and not veil.asked_above(path, page, fence):
            embed = parse_embed(fence.body)
            snippet = project.find(embed.name)
            record = record_of(project, snippet) if snippet and not snippet.problems else None
            if snippet:
                yield fence.line, snippet.claim, True
            for rank in record.ranks if record and embed.show != "code" else ():
                yield from ((fence.line, line, False) for line in rank.stdout)
