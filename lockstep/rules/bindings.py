"""The rule that a run or a calculation decides every text of a question that is right or wrong."""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import decided
from lockstep.question.question import Question


def answers_are_decided(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A run or a calculation decides every text that is right or wrong; of what is reasoned there is little."""
    for question in questions:
        yield from decided.problems(project, question)
    yield from _few_are_reasoned(questions)


MOST = 0.2  # of the questions that may be reasoned
_FEWEST = 10  # questions, below which a share says nothing


def _few_are_reasoned(questions: list[Question]) -> Iterator[Problem]:
    """At most a fifth of the questions of kinds that may be reasoned are."""
    possible = [question for question in questions if question.can_be_reasoned]
    reasoned = [question for question in possible if question.reasoned]
    if len(possible) >= _FEWEST and len(reasoned) > MOST * len(possible):
        what = f"{len(reasoned)} of {len(possible)} questions that may be reasoned are; {MOST:.0%} are the most."
        yield Problem(reasoned[-1].path, reasoned[-1].line, what, "Bind some to a run.")
