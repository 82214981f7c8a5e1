"""What a `calculator` fence says: inputs, formulas and the cases they are compared with.

The cases are worked out by hand or by a snippet. A page shows them as a table, and the formulas must agree with them
here and in the script.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context

from lockstep.markdown.inline import no_links
from lockstep.page import Fence
from lockstep.problem import BlockProblem, did_you_mean
from lockstep.project import Project
from lockstep.question import expression, yaml_lines
from lockstep.question.expression import ExpressionError
from lockstep.question.fields import Fields
from lockstep.question.yaml_lines import Table

FEWEST_CASES = 3
_KEYS = ("id", "title", "inputs", "results", "why", "source", "proof", "bars", "cases")
_OPTIONAL = ("proof", "bars")
_RANGE = ("value", "min", "max")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FOUR = Context(prec=4, rounding=ROUND_HALF_UP)  # as a browser rounds
_CLOSE = 0.01  # a case is written with four digits at most


@dataclass(frozen=True)
class Quantity:
    """A number with its label and unit. An input has a range and a value to start from, a result has a formula."""

    name: str
    label: str
    unit: str
    formula: str = ""
    value: float = 0
    least: float = 0
    most: float = 0


@dataclass(frozen=True)
class Calculator:
    """What a fence says. A case holds a number for each input and each result."""

    id: str
    title: str
    inputs: tuple[Quantity, ...]
    results: tuple[Quantity, ...]
    why: str
    source: str
    proof: str
    bars: tuple[str, ...]
    cases: tuple[dict[str, float], ...]


def results(calculator: Calculator, values: dict[str, float]) -> dict[str, float]:
    """Inputs and results by name; a result may name those before it.

    Raises:
        ExpressionError: a formula has no value there; the message names it.
    """
    names = {quantity.name: values[quantity.name] for quantity in calculator.inputs}
    for quantity in calculator.results:
        try:
            names[quantity.name] = float(expression.evaluate(quantity.formula, names))
        except ExpressionError as error:
            raise ExpressionError(f"{quantity.name}: {quantity.formula!r} {error}") from error
    return names


def shown(value: float) -> str:
    """A number with four significant digits: `0.0833`, `1 234`, `2.500e+16`. The script writes it the same way."""
    digits = _FOUR.create_decimal(value)
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return re.sub(r"e([+-])0", r"e\1", f"{digits:.3e}")
    rounded = (value if value == int(value) else float(digits)) + 0.0  # no minus before a zero
    return f"{rounded:,.0f}".replace(",", "\u202f") if rounded == int(rounded) else f"{rounded:.10f}".rstrip("0")


def read(fence: Fence, problems: list[BlockProblem]) -> Calculator | None:
    """What a fence says; None where a part cannot be read, which is added to `problems`."""
    table = yaml_lines.parse(fence.body, problems)
    if not table:
        return None
    fields = Fields(table, problems)
    for key in table:
        if key not in _KEYS:
            fields.problem(table.lines[key], f"has no key {key!r}.", did_you_mean(key, _KEYS))
    for key in _KEYS:
        if key not in table and key not in _OPTIONAL:
            fields.problem(table.line, f"{key!r} is missing.", f"Add '{key}:'.")
    inputs = [
        Quantity(item["name"], item["label"], item.get("unit", ""), "", *(_number(fields, item, key) for key in _RANGE))
        for item in fields.tables("inputs", ("name", "label", *_RANGE), optional=("unit",))
    ]  # fmt: skip
    outcomes = [
        Quantity(item["name"], item["label"], item.get("unit", ""), item["formula"])
        for item in fields.tables("results", ("name", "label", "formula"), optional=("unit",))
    ]
    names = tuple(quantity.name for quantity in (*inputs, *outcomes))
    cases = [{name: _number(fields, item, name) for name in names} for item in fields.tables("cases", names)]
    id_, title, why, source, proof = (fields.text(key) for key in ("id", "title", "why", "source", "proof"))
    calculator = Calculator(
        id_, title, tuple(inputs), tuple(outcomes), why, source, proof, fields.texts("bars"), tuple(cases)
    )
    no_links((calculator.why, calculator.source), table.lines.get("why", 0), problems)
    return None if problems else calculator


def _number(fields: Fields, item: Table, key: str) -> float:
    try:
        return float(expression.evaluate(item[key]))
    except ExpressionError as error:
        fields.problem(item.lines[key], f"{key}: {item[key]!r} {error}.", "Write a number.")
        return math.nan


def examine(project: Project, calculator: Calculator, fence: Fence, problems: list[BlockProblem]) -> None:
    """Rules beyond the keys: names, ranges, formulas, cases, proof. What is wrong is added to `problems`."""
    table = yaml_lines.parse(fence.body, [])

    def add(key: str, what: str, todo: str) -> None:
        problems.append((table.lines[key], what, todo))

    if not _ID.fullmatch(calculator.id):
        add("id", f"the id {calculator.id!r} is not of a-z, 0-9 and hyphens.", "Rename it.")
    names = [result.name for result in calculator.results]
    for name in calculator.bars:
        if name not in names:
            add("bars", f"no result is called {name!r}.", did_you_mean(name, names))
    if len({quantity.unit for quantity in calculator.results if quantity.name in calculator.bars}) > 1:
        add("bars", "the bars have more than one unit.", "Take results of one unit.")
    if calculator.proof and not project.find(calculator.proof):
        add("proof", f"no snippet {calculator.proof}.", did_you_mean(calculator.proof, project.snippets))
    if len(calculator.cases) < FEWEST_CASES:
        add("cases", f"there are {len(calculator.cases)}.", f"Work out {FEWEST_CASES} at least.")
    _names(calculator, [item.line for key in ("inputs", "results") for item in table[key]], problems)
    starts = {quantity.name: quantity.value for quantity in calculator.inputs}
    _compare(calculator, starts, table.lines["results"], problems)
    for case, item in zip(calculator.cases, table["cases"], strict=True):
        _compare(calculator, case, item.line, problems)


def _names(calculator: Calculator, lines: list[int], problems: list[BlockProblem]) -> None:
    names = [quantity.name for quantity in (*calculator.inputs, *calculator.results)]
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        if not _NAME.fullmatch(name) or name in names[:number] or name in expression.FUNCTIONS:
            problems.append(
                (line, f"the name {name!r} is taken or is no name.", "Use letters and digits, each name once.")
            )


def _compare(calculator: Calculator, case: dict[str, float], line: int, problems: list[BlockProblem]) -> None:
    """Report a case that is outside a range, or for which a formula has no value or a different one."""
    for quantity in calculator.inputs:
        if not quantity.least <= case[quantity.name] <= quantity.most:
            what = f"{quantity.name} = {case[quantity.name]:g} is outside {quantity.least:g} to {quantity.most:g}."
            problems.append((line, what, "Fix it, or the range."))
    try:
        for quantity in calculator.results:
            expression.program(quantity.formula)
        values = results(calculator, case)
    except ExpressionError as error:
        problems.append((line, f"{error}.", "Fix the formula, or the range of what it divides by."))
        return
    for result in calculator.results:
        value = values[result.name]
        if result.name in case and not math.isclose(value, case[result.name], rel_tol=_CLOSE, abs_tol=1e-12):
            what = f"{result.name} is {shown(value)}, and a case says {shown(case[result.name])}."
            problems.append((line, what, "Work it out."))
