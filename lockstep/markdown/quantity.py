"""The inputs and results of a calculator: how they are read, which values an input takes, how a value is written."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.question.fields import Fields
from lockstep.question.yaml_lines import Table

_RANGE = ("value", "min", "max")
_FOUR = Context(prec=4, rounding=ROUND_HALF_UP)  # as a browser rounds


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number with its label and unit. An input has a range and a value to start from, a result has a formula.

    Attributes:
        whole: whether an input counts something.
        choices: the only values of an input, each with what it is called; empty where any in the range will do.
        words: what a result of 1 and one of 0 are called; empty for a number. Where it is looked up, all words.
        read: where a program printed the result, as a pattern that names inputs, in place of a formula.
        table: what it printed, for each choice of the inputs.
    """

    name: str
    label: str
    unit: str = ""
    formula: str = ""
    value: float = 0
    least: float = 0
    most: float = 0
    whole: bool = False
    choices: tuple[tuple[float, str], ...] = ()
    words: tuple[str, ...] = ()
    read: str = ""
    table: tuple[float, ...] = ()

    def wrong(self, value: float) -> str:
        """What is wrong with a value of this input; "" where nothing is."""
        if not self.least <= value <= self.most:
            return f"{self.name} = {value:g} is outside {self.least:g} to {self.most:g}."
        if self.whole and value != int(value):
            return f"{self.name} = {value:g} is not whole."
        if self.choices and value not in dict(self.choices):
            return f"{self.name} = {value:g} is none of its choices."
        return ""

    def text(self, value: float) -> str:
        """A value as a reader sees it: a word where there is one, else a number."""
        if self.choices:
            return dict(self.choices)[value]
        if self.read and self.words:
            return self.words[int(value)]
        return self.words[0 if value else 1] if self.words else shown(value)


def inputs(fields: Fields) -> tuple[Quantity, ...]:
    """The inputs of a fence."""
    items = fields.tables("inputs", ("name", "label", *_RANGE), optional=("unit", "whole", "choices"))
    return tuple(_input(fields, item) for item in items)


def _input(fields: Fields, item: Table) -> Quantity:
    value, least, most = (number(fields, item, key) for key in _RANGE)
    return Quantity(
        name=item["name"],
        label=item["label"],
        unit=item.get("unit", ""),
        value=value,
        least=least,
        most=most,
        whole=Fields(item, fields.problems).flag("whole", default=False),
        choices=_choices(fields, item),
    )


def _choices(fields: Fields, item: Table) -> tuple[tuple[float, str], ...]:
    """Read `2 = bf16, 4 = fp32`."""
    pairs = [part.split("=") for part in str(item.get("choices", "")).split(",") if part.strip()]
    try:
        return tuple((float(value), name.strip()) for value, name in pairs)
    except ValueError:
        fields.problem(item.lines["choices"], f"choices: {item['choices']!r} is wrong.", "Write '2 = bf16, 4 = fp32'.")
        return ()


def results(fields: Fields) -> tuple[Quantity, ...]:
    """The results of a fence."""
    items = fields.tables("results", ("name", "label"), optional=("formula", "read", "unit", "words"))
    for item in items:
        if ("formula" in item) == ("read" in item):
            fields.problem(item.line, f"{item['name']!r} needs 'formula' or 'read'.", "Give it one of them.")
    return tuple(
        Quantity(
            name=item["name"],
            label=item["label"],
            unit=item.get("unit", ""),
            formula=item.get("formula", ""),
            words=_words(fields, item),
            read=item.get("read", ""),
        )
        for item in items
    )


def _words(fields: Fields, item: Table) -> tuple[str, ...]:
    """Read `yes, no`: what 1 and 0 are called. What is looked up may have more."""
    words = tuple(word.strip() for word in str(item.get("words", "")).split(",") if word.strip())
    if "words" in item and "read" not in item and len(words) != 2:
        fields.problem(item.lines["words"], f"words: {item['words']!r} is wrong.", "Write two: 'yes, no'.")
    return words


def number(fields: Fields, item: Table, key: str) -> float:
    """The number of a key of an item; NaN, and a problem, where it is none."""
    try:
        return float(expression.evaluate(item[key]))
    except ExpressionError as error:
        fields.problem(item.lines[key], f"{key}: {item[key]!r} {error}.", "Write a number.")
        return math.nan


def shown(value: float) -> str:
    """A number with four significant digits: `0.0833`, `1,234`, `2.500e+16`. The script writes it the same way."""
    digits = _FOUR.create_decimal(value)
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return re.sub(r"e([+-])0", r"e\1", f"{digits:.3e}")
    rounded = (value if value == int(value) else float(digits)) + 0.0  # no minus before a zero
    return f"{rounded:,.0f}" if rounded == int(rounded) else f"{rounded:.10f}".rstrip("0")
