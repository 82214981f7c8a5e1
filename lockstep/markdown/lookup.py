"""Results of a calculator that no formula gives: a program printed one for each choice of the inputs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lockstep.expression import ExpressionError
from lockstep.markdown.quantity import Quantity
from lockstep.project import Project
from lockstep.question.programs import record_of


def filled(project: Project, program: str, inputs: Sequence[Quantity], result: Quantity) -> Quantity:
    """The result with its table, which the record of a program gives.

    Raises:
        ExpressionError: the record lacks a value, or there is none.
    """
    snippet = project.find(program)
    record = record_of(project, snippet) if snippet else None
    if record is None:
        raise ExpressionError(f"reads {program or 'its proof, and there is none'}, which is not on record")
    lines = [line for rank in record.ranks for line in rank.stdout]
    choices = [one.choices for one in inputs if one.choices]
    names = [one.name for one in inputs if one.choices]
    if "(?P<it>" not in result.read:
        raise ExpressionError("has no group (?P<it>…)")
    rows = itertools.product(*choices)
    chosen = (dict(zip(names, (label for _, label in row), strict=True)) for row in rows)
    try:
        return replace(result, table=tuple(_value(result, one, lines) for one in chosen))
    except re.error as error:
        raise ExpressionError(f"is no pattern: {error}") from error


def _value(result: Quantity, chosen: Mapping[str, str], lines: Iterable[str]) -> float:
    """The number, or the place of the word, that the group `it` takes from the first line with these choices."""
    pattern = result.read
    for name, label in chosen.items():
        pattern = pattern.replace(f"{{{name}}}", re.escape(label))
    found = next(filter(None, (re.search(pattern, line) for line in lines)), None)
    if not found:
        raise ExpressionError(f"finds nothing for {', '.join(chosen.values())}")
    if result.words and found["it"] not in result.words:
        raise ExpressionError(f"finds {found['it']!r}, which is none of its words")
    try:
        return float(result.words.index(found["it"]) if result.words else found["it"])
    except ValueError as error:
        raise ExpressionError(f"finds {found['it']!r}, which is no number") from error


def value(result: Quantity, inputs: Sequence[Quantity], values: Mapping[str, float]) -> float:
    """The value for these inputs; the script finds its place in the table the same way.

    Raises:
        ExpressionError: an input is none of its choices.
    """
    place = 0
    for one in inputs:
        if one.choices:
            numbers = [number for number, _ in one.choices]
            if values[one.name] not in numbers:
                raise ExpressionError(f"needs a choice of {one.name}")
            place = place * len(numbers) + numbers.index(values[one.name])
    return result.table[place]
