"""The `calculator` fence: a formula that the reader puts numbers into. Without a script it is a table of worked cases.

`formula` reads and checks the fence; this module renders it. The script in the page runs the same formulas, written as
programs in reverse Polish order; of what `lookup` finds in a record it has the table.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

from markupsafe import Markup

from lockstep import expression
from lockstep.markdown import formula
from lockstep.markdown.formula import Calculator
from lockstep.markdown.inline import inline
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem
from lockstep.project import Project
from lockstep.question import as_latex, maths

_BRACKETS = "What stands in brackets counts as 1 where it holds, and as 0 where it does not."


def problems(project: Project) -> list[Problem]:
    """What is wrong with the calculators of a project."""
    problems, first = list[Problem](), dict[str, str]()
    for path, fence in project.blocks("calculator"):
        calculator, wrong = _read(project, path, fence)
        problems += wrong
        if calculator and calculator.id in first:
            what = f"calculator: the id {calculator.id!r} is also that of {first[calculator.id]}."
            problems.append(Problem(path, fence.line + 1, what, "Give it one of its own."))
        elif calculator:
            first[calculator.id] = f"{path}:{fence.line + 1}"
    return problems


def _read(project: Project, path: str, fence: Fence) -> tuple[Calculator | None, list[Problem]]:
    """What a fence says, and all that is wrong with it."""
    problems = list[BlockProblem]()
    calculator = formula.read(project, fence, problems)
    if calculator:
        formula.examine(project, calculator, fence, problems)
    return calculator, fence.placed(path, problems, "calculator: ")


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: something is wrong with it.
    """
    calculator, problems = _read(project, path, fence)
    if problems or calculator is None:
        raise LockstepError(problems)
    return _html(calculator)


def _html(calculator: Calculator) -> Markup:
    proof = Markup(" Proved by <code>{}</code>.").format(calculator.proof) if calculator.proof else ""
    return Markup(  # in a <div>, because Markdown puts unknown elements into a paragraph
        '<div><ls-calculator id="calc-{id}" role="group" aria-labelledby="calc-{id}-title" data-of="{data}">'
        '<p class="ls-calc-title" id="calc-{id}-title">{title}</p>{formulas}{table}'
        '<p class="ls-calc-why">{why}</p><p class="ls-calc-source">{source}.{proof}</p></ls-calculator></div>'
    ).format(
        id=calculator.id,
        data=_data(calculator),
        title=inline(calculator.title),
        formulas=_formulas(calculator),
        table=_table(calculator),
        why=inline(calculator.why),
        source=inline(calculator.source.rstrip(". ")),
        proof=proof,
    )


def _data(calculator: Calculator) -> str:
    """What the script needs."""
    inputs = [
        {
            "name": q.name,
            "label": q.label,
            "unit": q.unit,
            "value": q.value,
            "min": q.least,
            "max": q.most,
            "whole": q.whole,
            "choices": q.choices,
        }
        for q in calculator.inputs
    ]
    results = [
        {"name": q.name, "label": q.label, "unit": q.unit, "bar": q.name in calculator.bars, "words": q.words,
         **({"table": q.table} if q.read else {"program": expression.program(q.formula)})}
        for q in calculator.results
    ]  # fmt: skip
    presets = [[name, values] for name, values in calculator.presets.items()]
    data = {"id": calculator.id, "inputs": inputs, "results": results, "presets": presets, "curve": calculator.curve}
    return json.dumps(data, ensure_ascii=False)


def _formulas(calculator: Calculator) -> Markup:
    item = Markup("<li>{}: {}</li>")
    read = Markup("<li>{}: <code>{}</code>, printed by <code>{}</code></li>")
    items = (
        item.format(inline(one.label), _formula(one.name, one.formula))
        if one.formula
        else read.format(inline(one.label), one.name, calculator.proof)
        for one in calculator.results
    )
    text = Markup("").join(items)
    brackets = Markup("<li>{}</li>").format(_BRACKETS) if ">[</mo>" in text else ""
    return Markup('<ul class="ls-calc-formulas">{}{}</ul>').format(text, brackets)


def _formula(name: str, arithmetic: str) -> Markup:
    """A formula in parts between which a line may break, its fractions as tall as they want."""
    parts = [maths.element(latex) for latex in as_latex.formulas(arithmetic, name)]
    for part in parts:
        part.set("display", "block")
    return Markup(" ").join(Markup(ET.tostring(part, "unicode", short_empty_elements=False)) for part in parts)


def _table(calculator: Calculator) -> Markup:
    """The worked cases as a table, one column a case, so that the labels stay readable on a phone."""
    rows = []
    for quantity in (*calculator.inputs, *calculator.results):
        unit = f", {quantity.unit}" if quantity.unit else ""
        cells = Markup("").join(
            Markup("<td>{}</td>").format(quantity.text(case[quantity.name])) for case in calculator.cases
        )
        kind = Markup(' class="ls-calc-result"') if quantity.formula else ""
        head = Markup('<th scope="row">{} <code>{}</code>{}</th>')
        head = head.format(inline(quantity.label), quantity.name, unit)
        rows.append(Markup("<tr{}>{}{}</tr>").format(kind, head, cells))
    table = Markup('<details class="ls-calc-cases" open><summary>Worked cases</summary><table>{}</table></details>')
    return table.format(Markup("").join(rows))
