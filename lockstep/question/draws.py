"""What each draw of a question must keep: it can be read and computed, and no trap can be taken for the answer."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence

from lockstep.expression import ExpressionError
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import claims, fresh
from lockstep.question.fresh import MOST, Drawn, Fresh
from lockstep.question.question import Question

DIGITS = 6  # significant digits of an answer that must be typed exactly
_TODO = "Take other ranges, or leave such draws out with 'where:'."


def problems(project: Project, question: Question, draws: Fresh, also: str) -> Iterator[Problem]:
    """What is wrong with the draws of a question, each time with the first draw in which it is.

    Args:
        also: the second way to the answer, without a unit; where it names what is drawn, it must hold in each draw.
    """
    line = question.lines["given"]
    size = math.prod(len(choices) for choices in draws.given.values() if isinstance(choices, tuple))
    if size > MOST:
        yield question.problem(line, f"has {size:,} draws; {MOST:,} are the most.", "Take larger steps.")
        return
    try:
        every = list(draws.draws())
    except ExpressionError as error:
        yield question.problem(line, f"one of its draws {error}.", _TODO)
        return
    if draws.of({name: question.given[name] for name in draws.drawn}) is None:
        yield question.problem(line, "its first draw is left out by 'where'.", "Begin with one that counts.")
    told = set()
    for draw in every:
        for kind, what in _flaws(draw):
            if kind not in told:
                told.add(kind)
                yield question.problem(line, f"with {draw} {what}.", _TODO)
    yield from _second_way(project, question, draws, also, every)
    yield from _idle(question, draws, every)


def _flaws(draw: Drawn) -> Iterator[tuple[str, str]]:
    """What is wrong with a draw, each with a word for its kind."""
    answer = draw.answer
    if not draw.tolerance and not _can_be_typed(answer):
        yield "typed", f"the answer {answer:g} cannot be typed exactly"
    for number in (answer, *draw.says):
        if number and not 1e-4 <= abs(number) <= 1e12:
            yield "size", f"{number:g} is no number to compute with"
    for one, other in itertools.combinations((answer, *draw.traps), 2):
        if abs(one - other) <= draw.tolerance + 1e-9 * abs(one):
            yield "near", f"{one:g} and the trap {other:g} can be taken for each other"


def _can_be_typed(answer: float) -> bool:
    exact = round(answer, 2)
    return math.isclose(exact, answer) and float(f"{exact:.{DIGITS}g}") == exact


def _second_way(
    project: Project, question: Question, draws: Fresh, also: str, every: Sequence[Drawn]
) -> Iterator[Problem]:
    """Where the second way names what is drawn, it gives the answer of each draw."""
    if not fresh.names(also, draws.drawn):
        return
    for draw in every:
        try:
            value = claims.evaluate(also, project, dataclasses.replace(question, given=draw.names))
        except ExpressionError as error:
            yield question.problem(question.lines["also"], f"also: with {draw} it {error}.", "Fix the claim.")
            return
        if abs(value - draw.answer) > max(draw.tolerance, 1e-9 * abs(draw.answer)):
            what = f"also: with {draw} it is {value:g}, the answer {draw.answer:g}."
            yield question.problem(question.lines["also"], what, "One of them is wrong.")
            return


def _idle(question: Question, draws: Fresh, every: Sequence[Drawn]) -> Iterator[Problem]:
    """Each drawn number is asked with, and changes the answer."""
    asked = question.marked(question.ask)
    for name in draws.drawn:
        if name not in draws.says or f'data-n="{draws.says.index(name)}"' not in asked:
            yield question.problem(question.lines["ask"], f"does not say {name}, which is drawn.", f"Write {{{name}}}.")
        frozen = draws.frozen(name, question.given[name])
        if all(frozen.answer_of(draw.names) == draw.answer for draw in every):
            what = f"{name} is drawn, but the answer does not change with it."
            yield question.problem(question.lines["given"], what, "Give it a fixed number.")
