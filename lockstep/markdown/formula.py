"""What a `calculator` fence says: inputs, formulas or what is looked up, and the cases they are compared with.

The cases are worked out by hand or by a snippet. A page shows them as a table, and the formulas must agree with them
here and in the script.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.markdown import lookup
from lockstep.markdown import quantity as quantities
from lockstep.markdown.inline import no_links
from lockstep.markdown.quantity import Quantity, number, shown
from lockstep.page import Fence
from lockstep.problem import BlockProblem, did_you_mean
from lockstep.project import Project
from lockstep.question import yaml_lines
from lockstep.question.fields import Fields
from lockstep.question.yaml_lines import Table, Text

FEWEST_CASES = 3
_KEYS = ("id", "title", "inputs", "results", "why", "source", "proof", "bars", "curve", "presets", "cases")
_OPTIONAL = ("proof", "bars", "curve", "presets")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CURVE = re.compile(r"(\w+) over (\w+)")
_CLOSE = 0.01  # a case is written with four digits at most


@dataclass(frozen=True)
class Calculator:
    """What a fence says. A case holds a number for each input and each result, a preset one for each input.

    `curve` names a result and the input over which it is drawn.
    """

    id: str
    title: str
    inputs: tuple[Quantity, ...]
    results: tuple[Quantity, ...]
    why: str
    source: str
    proof: str
    bars: tuple[str, ...]
    curve: tuple[str, ...]
    presets: dict[str, dict[str, float]]
    cases: tuple[dict[str, float], ...]


def results(calculator: Calculator, values: dict[str, float]) -> dict[str, float]:
    """Inputs and results by name; a result may name those before it.

    Raises:
        ExpressionError: a formula has no value there; the message names it.
    """
    names = {quantity.name: values[quantity.name] for quantity in calculator.inputs}
    for quantity in calculator.results:
        try:
            if quantity.read:
                names[quantity.name] = lookup.value(quantity, calculator.inputs, names)
            else:
                names[quantity.name] = float(expression.evaluate(quantity.formula, names))
        except ExpressionError as error:
            raise ExpressionError(f"{quantity.name}: {quantity.formula or quantity.read!r} {error}") from error
    return names


def read(project: Project, fence: Fence, problems: list[BlockProblem]) -> Calculator | None:
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
    inputs = quantities.inputs(fields)
    outcomes = _looked_up(project, fields, inputs, quantities.results(fields))
    of_inputs, names = _named(fields, "inputs"), _named(fields, "inputs", "results")
    presets = fields.tables("presets", ("name", *of_inputs)) if of_inputs else []
    cases = fields.tables("cases", names) if names else []
    calculator = Calculator(
        id=fields.text("id"),
        title=fields.text("title"),
        inputs=inputs,
        results=outcomes,
        why=fields.text("why"),
        source=fields.text("source"),
        proof=fields.text("proof"),
        bars=fields.texts("bars"),
        curve=_curve(fields),
        presets={item["name"]: {name: number(fields, item, name) for name in of_inputs} for item in presets},
        cases=tuple({name: number(fields, item, name) for name in names} for item in cases),
    )
    no_links((calculator.why, calculator.source), table.lines.get("why", 0), problems)
    return None if problems else calculator


def _named(fields: Fields, *keys: str) -> tuple[str, ...]:
    """The names under some keys, also of what was refused; none where one cannot be told."""
    lists = [fields.table.get(key) for key in keys]
    items = [item for one in lists if isinstance(one, list) for item in one]
    names = [item.get("name") if isinstance(item, Table) else None for item in items]
    is_whole = all(isinstance(one, list) for one in lists) and all(isinstance(name, Text) for name in names)
    return tuple(map(str, names)) if is_whole else ()


def _looked_up(
    project: Project, fields: Fields, inputs: tuple[Quantity, ...], outcomes: tuple[Quantity, ...]
) -> tuple[Quantity, ...]:
    """The results, each that is read with what the program of `proof` printed."""
    found = list(outcomes)
    for place, result in enumerate(outcomes):
        if result.read:
            try:
                found[place] = lookup.filled(project, fields.text("proof"), inputs, result)
            except ExpressionError as error:
                line = fields.table["results"][place].line
                fields.problem(line, f"{result.name}: {result.read!r} {error}.", "Look at the record, or the pattern.")
    return tuple(found)


def _curve(fields: Fields) -> tuple[str, ...]:
    """Read `zero3 over N`."""
    match = _CURVE.fullmatch(fields.text("curve"))
    if "curve" in fields.table and not match:
        fields.wrong_type("curve", "'RESULT over INPUT'")
    return match.groups() if match else ()


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
        cases = "1 case" if len(calculator.cases) == 1 else f"{len(calculator.cases)} cases"
        add("cases", f"has {cases}.", f"Work out {FEWEST_CASES} at least.")
    _names(calculator, [item.line for key in ("inputs", "results") for item in table[key]], problems)
    starts = {quantity.name: quantity.value for quantity in calculator.inputs}
    _compare(calculator, starts, table.lines["results"], problems)
    for case, item in zip(calculator.cases, table["cases"], strict=True):
        _compare(calculator, case, item.line, problems)
    if len(calculator.presets) < len(table.get("presets", ())):
        add("presets", "two have the same name.", "Rename one.")
    for item in table.get("presets", ()):
        _compare(calculator, calculator.presets[item["name"]], item.line, problems)
    if calculator.curve and not _is_drawable(calculator):
        add("curve", "it is of no number over a positive input.", "Take a result without words, and an input.")


def _is_drawable(calculator: Calculator) -> bool:
    """Whether the curve is of a number, and over an input that has more and only positive values."""
    result, over = calculator.curve
    return any(result == quantity.name and not quantity.words for quantity in calculator.results) and any(
        over == quantity.name and quantity.least > 0 and not quantity.choices for quantity in calculator.inputs
    )


def _names(calculator: Calculator, lines: list[int], problems: list[BlockProblem]) -> None:
    names = [quantity.name for quantity in (*calculator.inputs, *calculator.results)]
    for place, (name, line) in enumerate(zip(names, lines, strict=True)):
        if not _NAME.fullmatch(name) or name in names[:place] or name in expression.FUNCTIONS:
            problems.append(
                (line, f"the name {name!r} is taken or is no name.", "Use letters and digits, each name once.")
            )


def _compare(calculator: Calculator, case: dict[str, float], line: int, problems: list[BlockProblem]) -> None:
    """Report a case that is outside a range, or for which a formula has no value or a different one."""
    for quantity in calculator.inputs:
        if what := quantity.wrong(case[quantity.name]):
            problems.append((line, what, "Fix it, or the range."))
    try:
        for quantity in calculator.results:
            if quantity.formula:
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
