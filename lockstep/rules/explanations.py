"""The rule that what is said about an answer is so: each number of a hint or a reason comes from somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.question.question import Question
from lockstep.rules import prose
from lockstep.rules.premises import calculated, is_calculated, is_in, printed, typed
from lockstep.rules.results import follows, value


def explanations_are_given(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Each number that explains an answer stands in its question, program or calculation, or follows from others.

    A question that is reasoned, and says so, is left out: no run and no calculation has its numbers.
    """
    for question in questions:
        if not question.reasoned:
            yield from _loose(project, question)


def _loose(project: Project, question: Question) -> Iterator[Problem]:
    """The numbers of the explanations of a question that nothing gives."""
    asked = numbers(prose.without_code(question.ask))
    run, known = printed(project, question), calculated(question) | asked | question.amounts
    for text in question.explanations:
        told = typed(question, text)
        loose = [numeral for numeral in told if not is_in(numeral, run) and not is_calculated(numeral, known)]
        beside = numbers(prose.without_code(text)) - set(map(value, loose))  # two loose numbers do not give a third
        for numeral in loose:
            if not follows(value(numeral), [*beside, *asked]):
                what = f"{numeral} of {text.strip()[:50]!r} stands in no program, option or calculation that decides it"
                todo = "Say what the program has, give the number or its formula in 'given:', or leave it out."
                yield question.problem(question.line, f"{what}.", todo)
