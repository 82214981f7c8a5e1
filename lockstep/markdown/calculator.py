"""The `calculator` fence: a formula that the reader puts numbers into. Without a script it is a table of worked cases.

`formula` knows what a fence says and whether it is right; this module renders it. The script runs the same formulas, as
programs of words.
"""

from __future__ import annotations

import json
from html import escape

from lockstep.markdown import formula
from lockstep.markdown.formatter import formatter, refuse
from lockstep.markdown.formula import Calculator, shown
from lockstep.markdown.inline import inline
from lockstep.page import Fence
from lockstep.problem import Problem
from lockstep.project import Project, find_root
from lockstep.question import expression
from lockstep.question.yaml_lines import Found


def problems(project: Project) -> list[Problem]:
    """What is wrong with the calculators of a project."""
    found, first = [], dict[str, str]()
    for path, block in project.blocks("calculator"):
        wrong = list[Found]()
        asked = formula.read(block, wrong)
        if asked:
            formula.examine(project, asked, block, wrong)
        found += [Problem(path, block.line + 1 + at, f"calculator: {what}", todo) for at, what, todo in wrong]
        if asked and asked.id in first:
            what = f"calculator: the id {asked.id!r} is also that of {first[asked.id]}."
            found.append(Problem(path, block.line + 1, what, "Give it one of its own."))
        elif asked:
            first[asked.id] = f"{path}:{block.line + 1}"
    return found


@formatter
def calculator(source: str) -> str:
    """Render one fence.

    Raises:
        SuperFencesException: something is wrong with it.
    """
    found = list[Found]()
    block = Fence(0, "calculator", tuple(source.split("\n")))
    asked = formula.read(block, found)
    if asked:
        formula.examine(Project(find_root()), asked, block, found)
    refuse(found, "calculator")
    return _html(asked) if asked else ""


def _html(asked: Calculator) -> str:
    title = f"calc-{asked.id}-title"
    proof = f" Proved by <code>{escape(asked.proof)}</code>." if asked.proof else ""
    named = f'id="calc-{asked.id}" role="group" aria-labelledby="{title}"'
    return (  # in a <div>: Markdown would put an element it does not know into a paragraph
        f'<div><ls-calculator {named} data-of="{escape(_data(asked))}">'
        f'<p class="ls-calc-title" id="{title}">{inline(asked.title)}</p>{_formulas(asked)}{_table(asked)}'
        f'<p class="ls-calc-why">{inline(asked.why)}</p>'
        f'<p class="ls-calc-source">{inline(asked.source.rstrip(". "))}.{proof}</p></ls-calculator></div>'
    )


def _data(asked: Calculator) -> str:
    """What the script needs."""
    inputs = [
        {"name": one.name, "label": one.label, "unit": one.unit, "value": one.value, "min": one.least, "max": one.most}
        for one in asked.inputs
    ]
    outcomes = [
        {"name": one.name, "label": one.label, "unit": one.unit, "program": expression.program(one.formula),
         "bar": one.name in asked.bars}
        for one in asked.results
    ]  # fmt: skip
    return json.dumps({"id": asked.id, "inputs": inputs, "results": outcomes}, ensure_ascii=False)


def _formulas(asked: Calculator) -> str:
    items = [
        f"<li>{inline(one.label)}: <code>{escape(f'{one.name} = {one.formula}')}</code></li>" for one in asked.results
    ]
    return f'<ul class="ls-calc-formulas">{"".join(items)}</ul>'


def _table(asked: Calculator) -> str:
    """The worked cases, a column each: on a phone the labels stay readable, and few cases fit beside them."""
    rows = []
    for one in (*asked.inputs, *asked.results):
        unit = f", {escape(one.unit)}" if one.unit else ""
        cells = "".join(f"<td>{shown(case[one.name])}</td>" for case in asked.cases)
        kind = ' class="ls-calc-result"' if one.formula else ""
        rows.append(
            f'<tr{kind}><th scope="row">{inline(one.label)} <code>{escape(one.name)}</code>{unit}</th>{cells}</tr>'
        )
    return (
        f'<details class="ls-calc-cases" open><summary>Worked cases</summary><table>{"".join(rows)}</table></details>'
    )
