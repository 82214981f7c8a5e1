"""Wrong versions of questions, made by machine: what decides an answer must find every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import decided
from lockstep.question.question import Question


def wrong_versions(project: Project, questions: Sequence[Question]) -> Iterator[tuple[str, Question, list[Problem]]]:
    """What was done to a decided question, the version, and what is wrong with it before its answer is looked at."""
    for question in questions:
        for name, version in question.mutants(questions) if decided.is_decided(project, question) else ():
            whole, wrong = version.completed(project)
            if wrong or whole.digested() != question.digested():  # else it is right: another rank prints the same
                yield name, whole, wrong


def survivors(project: Project, questions: Sequence[Question]) -> tuple[int, list[str]]:
    """How many wrong versions there are, and those that nothing finds."""
    count, alive = 0, []
    for name, version, wrong in wrong_versions(project, questions):
        count += 1
        if not wrong and not any(True for _ in decided.problems(project, version)):
            alive.append(f"{version.path}:{version.line}: quiz {version.id!r}: {name}")
    return count, alive
