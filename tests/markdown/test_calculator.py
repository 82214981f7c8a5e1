"""The `calculator` fence as a page has it: script and Python agree on every number, and a faulty one stops the build."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox import ROOT

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.markdown import calculator, formula
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.project import Project
from tests.markdown.test_formula import FENCE, project

NODE = """
for (const script of process.argv.slice(1)) require(script);
const { calculate, shownNumber } = globalThis.Lockstep;
const ones = JSON.parse(require("fs").readFileSync(0, "utf8"));
const values = ones.map(({ program, names }) => calculate(program, names));
process.stdout.write(JSON.stringify(values.map((value) => [Number.isFinite(value) ? value : null, shownNumber(value)])));
"""


def in_the_script(ones: list[tuple[str, dict[str, float]]]) -> list[tuple[float | None, str]]:
    """What the script computes and shows for expressions, each with its names."""
    asked = json.dumps([{"program": expression.program(text), "names": names} for text, names in ones])
    scripts = [str(ROOT / f"docs/assets/{name}.js") for name in ("formula", "calculator")]
    done = subprocess.run(["node", "-e", NODE, *scripts], input=asked, capture_output=True, text=True, check=True)
    return [tuple(pair) for pair in json.loads(done.stdout)]


def read(ours: Project, block: Fence) -> formula.Calculator:
    asked = formula.read(ours, block, [])
    assert asked
    return asked


HERE = Project(ROOT)
OURS = [(path, read(HERE, block)) for path, block in HERE.blocks("calculator")]


@pytest.mark.parametrize(("path", "asked"), OURS, ids=[asked.id for _, asked in OURS])
def test_script_and_python_give_the_worked_cases(path, asked):
    ones, wanted = [], []
    for case in asked.cases:
        names = formula.results(asked, case)
        for result in asked.results:
            if result.read:  # test_lookup.py
                assert names[result.name] == pytest.approx(case[result.name], rel=0.01)
                continue
            ones.append((result.formula, names))
            wanted.append((names[result.name], case[result.name], formula.shown(names[result.name])))
    for (value, text), (here, worked_out, here_text) in zip(in_the_script(ones), wanted, strict=True):
        assert value == pytest.approx(here, rel=1e-12)
        assert value == pytest.approx(worked_out, rel=0.01)
        assert text == here_text


NUMBERS = st.integers(-50, 50) | st.sampled_from([0.5, 1.5, 2.5, -0.5, -1.5, 1e6, 3.25])
NAMES = {"a": 7.0, "b": -2.5, "c": 1000.0}


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(
        inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "==", "!="]), inner
    )
    one = st.tuples(st.sampled_from(["ceil", "floor", "sqrt", "log", "log2", "round", "abs", "-"]), inner)
    many = st.tuples(st.sampled_from(["max", "min"]), inner, inner)
    return st.one_of(
        pair.map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        one.map(lambda p: f"{p[0]}({p[1]})"),
        many.map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
    )


EXPRESSIONS = st.recursive(NUMBERS.map(lambda n: f"({n})") | st.sampled_from(list(NAMES)), larger, max_leaves=6)


@settings(max_examples=12)
@given(st.lists(EXPRESSIONS, min_size=80, max_size=80))
def test_any_formula_means_the_same_in_the_script(texts):
    ones, wanted = [], []
    for text in texts:
        try:
            wanted.append(float(expression.evaluate(text, NAMES)))
            ones.append((text, NAMES))
        except ExpressionError:
            continue  # the fence is refused for it
    for (value, shown), here, (text, _) in zip(in_the_script(ones), wanted, ones, strict=True):
        assert value == pytest.approx(here, rel=1e-9, abs=1e-9), text
        assert shown == formula.shown(value), text


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (1, "1"), (1234, "1,234"), (1234.56, "1,235"), (0.08333333, "0.08333"), (3.33333, "3.333"), (7e9, "7,000,000,000"),
    (2.5e16, "2.500e+16"), (0.00001, "1.000e-5"), (-0.5, "-0.5"), (99.999, "100"), (-1234.5, "-1,235"), (-0.0, "0"),
])  # fmt: skip
def test_numbers_are_shown_with_four_digits_in_both(value, text):
    assert formula.shown(value) == text
    assert in_the_script([("x", {"x": value})])[0][1] == text


def test_an_id_is_one_calculators(tmp_path):
    one = project(tmp_path, FENCE)
    (tmp_path / "docs/y.md").write_text(f"# Y\n\n```calculator\n{FENCE}```\n", "utf-8")
    assert [str(p) for p in calculator.problems(one)] == [
        "docs/y.md:4: calculator: the id 'a-ring' is also that of docs/x.md:4. Give it one of its own."
    ]


def rendered(root: Path, text: str) -> str:
    return calculator.html(Project(root), "docs/x.md", Fence(3, "calculator", tuple(text.rstrip("\n").split("\n"))))


def test_the_page_is_complete_without_a_script(tmp_path):
    project(tmp_path, FENCE)
    html = rendered(tmp_path, FENCE)
    rows = re.findall(r"<tr.*?</tr>", html)
    assert len(rows) == 4
    assert re.findall(r"<td>(.*?)</td>", rows[2]) == ["1", "1.5", "49"]
    assert "sent = 2 · (N − 1) · S / N</annotation>" in html
    assert '<details class="ls-calc-cases" open>' in html


def test_a_faulty_fence_stops_the_build(tmp_path):
    project(tmp_path, FENCE)
    with pytest.raises(LockstepError, match="hops is 6, and a case says 7"):
        rendered(tmp_path, FENCE.replace("hops: 6", "hops: 7"))


def test_a_question_may_link_to_it(tmp_path):
    assert "calc-a-ring" in project(tmp_path, FENCE).pages["docs/x.md"].anchors
