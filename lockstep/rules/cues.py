"""Rules against questions that give their answer away, ask two things, or ask the same again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import guessing
from lockstep.question.decided import EMPTY, numbers, words
from lockstep.question.question import Question

FEWEST = 3  # questions of a page whose lengths are compared
_ENOUGH = 10  # questions of a kind, below which the score of a guess says nothing
_CODE = re.compile(r"`[^`]+`")
_SECOND = re.compile(r"[,;]? and (?:what|which|how|when|where|who|whose|why)\b|\?\s+\S[^?]*\?", re.I)
_STEP = re.compile(r"\bsteps? \d+", re.I)  # of a figure; where a program is shown, steps are its own
_PLACE = re.compile(r"\b(?:(?:the|this) (?:table|figure|drawing|chart|cell)|above|below(?! \d)|section \d+)\b", re.I)


def a_card_asks_one_thing(question: Question) -> Iterator[Problem]:
    """Nobody can grade a card of which they knew a half."""
    if question.flashcard and (match := _SECOND.search(_CODE.sub("x", question.ask))):
        what = f"this card asks two things: {match[0].strip(' ,;')!r}."
        yield question.problem(question.lines["ask"], what, "Make it two cards.")


def no_option_stands_out(question: Question) -> Iterator[Problem]:
    """The right option is not the only one in code, nor the only one with a number."""
    right = [option for option in question.options if option.right]
    wrong = [option for option in question.options if not option.right]
    if not question.right_is_one_of_several or len(right) != 1 or len(wrong) < 2:
        return
    marks: dict[str, Callable[[str], object]] = {"code": _CODE.search, "a number": numbers}
    for what, has in marks.items():
        if has(right[0].markdown) and not any(has(option.markdown) for option in wrong):
            todo = "Give a distractor the same, or take it from the right one."
            yield question.problem(right[0].line, f"only the right option holds {what}.", todo)


def a_whole_question_names_no_place(question: Question) -> Iterator[Problem]:
    """The review and the deck show a question without its page."""
    text = _CODE.sub("x", question.ask)
    match = _PLACE.search(text) or (None if question.run else _STEP.search(text))
    if match and not question.page_only:
        todo = "Say all of it in the question, or add 'page-only: true', which keeps it out of the review."
        yield question.problem(question.lines["ask"], f"{match[0]!r} is only on its page.", todo)


def several_are_right(question: Question) -> Iterator[Problem]:
    """Where a reader ticks all that are right, two are: a single one is a choice."""
    rights = [option.right for option in question.options]
    ticks = False in rights and not question.right_is_one_of_several and not question.told_by_its_run
    if ticks and rights.count(True) == 1:
        yield question.problem(question.lines["right"], "one option is right.", "Make it a choice, or add another.")


def hints_are_whole(question: Question) -> Iterator[Problem]:
    """A list in brackets is cut at each comma that is not within quotes."""
    for before, hint in zip(question.hints, question.hints[1:], strict=False):
        if hint[0].islower() and before.rstrip()[-1] not in ".?!:`":
            what = f"the hints {before!r} and {hint!r} look like one that YAML cut at a comma."
            yield question.problem(question.lines["hints"], what, "Put quotes around each hint.")


def a_file_name_tells_nothing(question: Question) -> Iterator[Problem]:
    """The name of the program that is shown has not the words which only the right option has."""
    right = set().union(*(words(option.text) for option in question.options if option.right))
    wrong = set().union(*(words(option.text) for option in question.options if not option.right))
    own = {word for word in right - wrong - EMPTY if not numbers(word)}
    name = question.run.rpartition("/")[2].removesuffix(".py")
    if wrong and own and own <= words(name):
        what = f"the file name {name!r} gives {' and '.join(sorted(own))!r} away."
        yield question.problem(question.line, what, "Rename the program.")


ALONE: tuple[Callable[[Question], Iterator[Problem]], ...] = (
    a_card_asks_one_thing,
    no_option_stands_out,
    a_whole_question_names_no_place,
    several_are_right,
    hints_are_whole,
    a_file_name_tells_nothing,
)


def questions_give_nothing_away(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """What a single question tells by its form."""
    for question in questions:
        for rule in ALONE:
            yield from rule(question)


def shortness_tells_nothing(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """On most questions of a page the right option must not be the shortest."""
    by_page: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        if question.right_is_one_of_several and len(question.options) > 1:
            by_page[question.path].append(question)
    for path, on_page in by_page.items():
        telling = [question for question in on_page if _right_is_shortest(question)]
        if len(telling) >= FEWEST and len(telling) * 2 > len(on_page):
            what = f"in {len(telling)} of {len(on_page)} questions of this page the right option is the shortest."
            yield Problem(path, telling[0].line, what, "Lengthen some, or shorten a distractor.")


def _right_is_shortest(question: Question) -> bool:
    right = [len(option.text) for option in question.options if option.right]
    wrong = [len(option.text) for option in question.options if not option.right]
    return len(right) == 1 and right[0] < min(wrong, default=0)


def numbers_are_asked_once(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """No two questions are the same calculation with the same numbers."""
    first: dict[tuple[object, ...], Question] = {}
    for question in questions:
        calculation = "".join(question.expression.split())
        key = (question.kind, calculation, tuple(sorted(question.given.items())))
        if not calculation or question.flashcard:
            continue
        if key in first and first[key].id != question.id:
            there = first[key]
            what = f"asks for the same numbers as {there.id!r}, {there.path}:{there.line}."
            yield question.problem(question.line, what, "Take other numbers, or drop one.")
        first.setdefault(key, question)


def guesses_are_no_better_than_chance(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Who knows nothing and picks options by their form gets no more right than by chance, kind by kind."""
    for kind, of_kind in guessing.asked(questions).items():
        for score in guessing.scores(kind, of_kind) if len(of_kind) >= _ENOUGH else ():
            if score.above > guessing.MOST:
                what = (
                    f"who picks {score.policy!r} is right in {score.score:.1%} of {kind} questions; chance is "
                    f"{score.chance:.1%}."
                )
                first = score.led[0]
                ids = ", ".join(question.id for question in score.led)
                yield Problem(first.path, first.line, what, f"Reword options of some: {ids}.")
