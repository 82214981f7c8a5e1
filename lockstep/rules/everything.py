"""All rules, in the order in which `verify` checks them. What goes wrong in one hides nothing of the others."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from lockstep.markdown import calculator, decide, errors, figure, launch, modes, planner, practice, schedule_player
from lockstep.problem import LockstepError, Problem, failure
from lockstep.project import Project
from lockstep.question import bank
from lockstep.question.question import Question
from lockstep.rules import citations, figures, links, numerals, pages, questions, snippets
from lockstep.rules.judged import judged

_Rule = Callable[[], Iterable[Problem]]
_QuestionRule = Callable[[Project, list[Question]], Iterable[Problem]]


def problems(project: Project, release: bool = False) -> Iterator[Problem]:
    """All problems of a project, each once and as soon as it is found.

    `release` also asks for every GPU record to be of the snippet as it is.
    """
    told = set[Problem]()
    for name, rule in _rules(project, release):
        for problem in _guarded(name, rule):
            if problem not in told:
                told.add(problem)
                yield problem


def _guarded(name: str, rule: _Rule) -> Iterator[Problem]:
    try:
        yield from rule()
    except LockstepError as error:
        yield from error.problems
    except Exception as error:  # a bug of Lockstep must not hide what the other rules find
        yield _bug(name, error)


def _bug(name: str, error: Exception) -> Problem:
    """A rule that failed, at what it was judging; where that is not known, the rule alone."""
    place = judged(error)
    if place:
        return failure(place.path, place.line, error, name)
    return dataclasses.replace(failure(f"the rule {name}", 0, error), todo="Report it.")


def _of_each(name: str, rule: _QuestionRule, project: Project, known: list[Question]) -> Iterator[Problem]:
    """What a rule finds in questions; where it fails over one, that and what it finds in the others."""
    while True:
        try:
            yield from _of_written(project, rule(project, known))
            return
        except Exception as error:
            place = judged(error)
            others = [question for question in known if not (place and question is place.question)]
            if len(others) == len(known):
                raise
            yield _bug(name, error)
            known = others


def _of_written(project: Project, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems but for those of questions that hold a TO WRITE: what is missing there is told, and comes first."""
    unwritten = {
        (path, line)
        for path, fence in project.blocks("quiz")
        if any("TO WRITE" in text for text in fence.body)
        for line in range(fence.line, fence.end + 1)
    }
    yield from (problem for problem in problems if (problem.path, problem.line) not in unwritten)


def _rules(project: Project, release: bool) -> Iterator[tuple[str, _Rule]]:
    last = [snippets.withdrawn] if release else []
    for rule in (*pages.RULES, *links.RULES, *citations.RULES, *numerals.RULES, *figures.RULES, *snippets.RULES, *last):
        yield rule.__name__, partial(rule, project)
    known, wrong = bank.questions(project)
    yield "questions", lambda: wrong
    for kind in (practice, figure, calculator, decide, launch, planner, schedule_player, modes, errors):
        yield kind.__name__, partial(kind.problems, project)
    for of_all in questions.RULES:
        yield of_all.__name__, partial(_of_each, of_all.__name__, of_all, project, known)
