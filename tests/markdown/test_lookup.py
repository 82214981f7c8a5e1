"""Results that a calculator looks up in a record: each choice finds its line, in Python and in the script alike."""

from __future__ import annotations

import itertools
import json
import subprocess
from dataclasses import replace

import pytest
from sandbox import ROOT

from lockstep.expression import ExpressionError
from lockstep.markdown import formula, lookup
from lockstep.markdown.quantity import Quantity
from lockstep.project import Project
from lockstep.record.record import RankRecord

PRINTED = ("1 and 3: 4 even;", "1 and 4: 5 odd;", "2 and 3: 5 odd;", "2 and 4: 6 even;")
INPUTS = (
    Quantity(name="a", label="A", choices=((0, "1"), (1, "2"))),
    Quantity(name="n", label="N", least=1, most=9),
    Quantity(name="b", label="B", choices=((0, "3"), (5, "4"))),
)
SUM = Quantity(name="sum", label="Sum", read=r"{a} and {b}: (?P<it>\d+)")
KIND = Quantity(name="kind", label="Kind", read=r"{a} and {b}: .* (?P<it>\w+);", words=("even", "odd"))


@pytest.fixture
def project(sandbox):
    sandbox.recorded(sandbox.snippet(name="ddp/sums.py"), ranks=(RankRecord(0, PRINTED, ()),))
    return sandbox.project


def test_each_choice_finds_what_was_printed(project):
    found = lookup.filled(project, "ddp/sums.py", INPUTS, SUM)
    assert found.table == (4, 5, 5, 6)
    assert lookup.value(found, INPUTS, {"a": 1, "n": 7, "b": 0}) == 5
    assert lookup.value(found, INPUTS, {"a": 1, "n": 7, "b": 5}) == 6


def test_a_word_is_found_by_its_place(project):
    found = lookup.filled(project, "ddp/sums.py", INPUTS, KIND)
    assert found.table == (0, 1, 1, 0)
    assert [found.text(value) for value in found.table] == ["even", "odd", "odd", "even"]


@pytest.mark.parametrize(("program", "result", "wanted"), [
    ("ddp/other.py", SUM, "not on record"),
    ("", SUM, "there is none"),
    ("ddp/sums.py", replace(SUM, read="{a} or {b}: (?P<it>.)"), "finds nothing for 1, 3"),
    ("ddp/sums.py", replace(SUM, read="{a} and {b}: (.)"), "no group"),
    ("ddp/sums.py", replace(SUM, read="{a} (?P<it>"), "is no pattern"),
    ("ddp/sums.py", replace(KIND, words=("even", "uneven")), "finds 'odd', which is none of its words"),
    ("ddp/sums.py", replace(SUM, read=KIND.read), "finds 'even', which is no number"),
])  # fmt: skip
def test_what_cannot_be_looked_up_is_told(project, program, result, wanted):
    with pytest.raises(ExpressionError, match=wanted):
        lookup.filled(project, program, INPUTS, result)


def test_another_number_than_a_choice_has_no_value(project):
    found = lookup.filled(project, "ddp/sums.py", INPUTS, SUM)
    with pytest.raises(ExpressionError, match="needs a choice of b"):
        lookup.value(found, INPUTS, {"a": 1, "n": 7, "b": 3})


NODE = """
for (const script of process.argv.slice(1)) require(script);
const { outcome, told } = globalThis.Lockstep;
const { of, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = asked.map((values) => outcome(of, values)).map((names) => of.results.map((one) => told(one, names[one.name])));
process.stdout.write(JSON.stringify(answers));
"""


@pytest.mark.parametrize("fence", ["placements-product"])
def test_the_script_finds_the_same(fence):
    """On our own calculator, for every choice."""
    ours = Project(ROOT)
    path, block = next(pair for pair in ours.blocks("calculator") if f"id: {fence}" in pair[1].body)
    asked = formula.read(ours, block, [])
    assert asked, path
    numbers = [[number for number, _ in one.choices] for one in asked.inputs]
    cases = [dict(zip([one.name for one in asked.inputs], row, strict=True)) for row in itertools.product(*numbers)]
    inputs = [{"name": one.name, "choices": one.choices} for one in asked.inputs]
    results = [{"name": one.name, "words": one.words, "table": one.table} for one in asked.results]
    given = json.dumps({"of": {"inputs": inputs, "results": results}, "asked": cases})
    scripts = [str(ROOT / f"docs/assets/{name}.js") for name in ("formula", "calculator")]
    done = subprocess.run(["node", "-e", NODE, *scripts], input=given, capture_output=True, text=True, check=True)
    here = [[one.text(formula.results(asked, case)[one.name]) for one in asked.results] for case in cases]
    assert json.loads(done.stdout) == here
