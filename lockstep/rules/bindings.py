"""The rule that a run or a calculation decides every text of a question that is right or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import decided
from lockstep.question.question import Question

# Topics with questions that still rest on a proof that is only named. A topic leaves this list once, for good.
NOT_YET = ("", "batch-size", "checkpoints", "data-parallel", "ddp", "errors", "large-models", "machines", "scaling")


def answers_are_decided(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A run or a calculation decides every text that is right or wrong."""
    for question in questions:
        if question.topic not in NOT_YET:
            yield from decided.problems(project, question)


def survivors(project: Project, questions: Sequence[Question]) -> tuple[int, list[str]]:
    """How many wrong versions of the decided questions there are, and those that the rule does not find."""
    count, alive = 0, []
    for question in questions:
        for name, mutant in question.mutants(questions) if decided.is_decided(project, question) else ():
            whole, wrong = mutant.completed(project)
            if whole.digested() == question.digested() and not wrong:
                continue  # it is right: the ranks, or the lines, print the same
            count += 1
            if not wrong and not any(True for _ in decided.problems(project, whole)):
                alive.append(f"{question.path}:{question.line}: quiz {question.id!r}: {name}")
    return count, alive
