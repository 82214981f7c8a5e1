"""Wrong versions of questions, made by machine: the rule of `bindings` must find every one of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from lockstep.project import Project
from lockstep.question.kinds.numeric import UNITS, Numeric
from lockstep.question.kinds.order import Order
from lockstep.question.kinds.predict import Predict
from lockstep.question.question import Question
from lockstep.rules import bindings


def survivors(project: Project, questions: Sequence[Question]) -> tuple[int, list[str]]:
    """How many wrong versions of the bound questions there are, and those that the rule does not find."""
    count, alive = 0, []
    for question in questions:
        for name, mutant in mutants(question, questions) if bindings.is_bound(project, question) else ():
            whole, wrong = mutant.completed(project) if isinstance(mutant, Predict) else (mutant, [])
            if isinstance(mutant, Predict) and _right(whole) == _right(question):
                continue  # it is right: the ranks, or the lines, print the same
            count += 1
            if not wrong and not any(True for _ in bindings.problems(project, mutant)):
                alive.append(f"{question.path}:{question.line}: quiz {question.id!r}: {name}")
    return count, alive


def _right(question: Question) -> list[str]:
    return [option.text for option in question.options if option.right]


def mutants(question: Question, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
    """Wrong versions of a question, each with what was done to it. The rule must find every one of them."""
    match question:
        case Numeric():
            yield "formula x 2", dataclasses.replace(question, value=question.value * 2)
            units = [unit for unit in UNITS if unit != question.unit]
            yield "another unit", dataclasses.replace(question, unit=units[len(question.id) % len(units)])
        case Order():
            for number in range(len(question.options) - 1):
                steps = list(question.options)
                steps[number : number + 2] = steps[number + 1], steps[number]
                yield (
                    f"steps {number + 1} and {number + 2} swapped",
                    dataclasses.replace(question, options=tuple(steps)),
                )
        case Predict():
            yield from _other_places(question)
        case _ if question.options:
            yield from _other_options(question)
        case _ if question.bound:
            yield from _other_texts(question, bank)


def _other_places(question: Predict) -> Iterator[tuple[str, Question]]:
    place = question.recorded
    if place.guilty:
        return
    question = dataclasses.replace(question, options=question.written)
    for rank in {0, 1} - {place.rank}:
        yield f"rank {rank} asked", dataclasses.replace(question, recorded=dataclasses.replace(place, rank=rank))
    if place.line:
        for line in {1, place.line + 1} - {place.line}:
            yield f"line {line} asked", dataclasses.replace(question, recorded=dataclasses.replace(place, line=line))


def _other_options(question: Question) -> Iterator[tuple[str, Question]]:
    """Each option flipped; the texts of a right and of a wrong one swapped; their checks kept and moved."""
    options = list(question.options)
    for number, option in enumerate(options):
        flipped = dataclasses.replace(option, right=not option.right)
        yield f"option {number + 1} flipped", _with(question, [*options[:number], flipped, *options[number + 1 :]])
    right = next(number for number, option in enumerate(options) if option.right)
    for number, option in enumerate(options):
        if not option.right:
            swapped = list(options)
            swapped[right] = dataclasses.replace(
                options[right], text=option.text, code=option.code, number=option.number
            )
            swapped[number] = dataclasses.replace(
                option, text=options[right].text, code=options[right].code, number=options[right].number
            )
            yield f"texts {right + 1} and {number + 1} swapped", _with(question, swapped)


def _with(question: Question, options: Sequence[object]) -> Question:
    return dataclasses.replace(question, options=tuple(options))  # type: ignore[call-arg]


def _other_texts(question: Question, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
    """The back of another card, the concepts of another question."""
    others = [other for other in bank if other.kind == question.kind and other.id != question.id]
    near = sorted(others, key=lambda other: (other.topic != question.topic, other.id))[:5]
    for other in near:
        if question.kind == "card":
            yield f"back of {other.id}", dataclasses.replace(question, back=other.back)  # type: ignore[attr-defined,call-arg]
        else:
            concepts = (other.concepts[0], *question.concepts[1:])  # type: ignore[attr-defined]
            yield f"a concept of {other.id}", dataclasses.replace(question, concepts=concepts)  # type: ignore[call-arg]
