"""The rule that a run or a calculation decides every text of a question that is right or wrong."""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import decided
from lockstep.question.question import Question

# Topics with questions that still rest on a proof that is only named. A topic leaves this list once, for good.
NOT_YET = ("errors", "large-models", "machines", "scaling")


def answers_are_decided(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A run or a calculation decides every text that is right or wrong."""
    for question in questions:
        if question.topic not in NOT_YET:
            yield from decided.problems(project, question)
