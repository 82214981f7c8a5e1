"""The `calculator` fence: what is wrong with one is told with its line, and script and Python agree on every number."""

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

FENCE = """id: a-ring
title: Bytes of a ring
inputs:
  - {name: S, label: Gradients, value: 28, min: 0.1, max: 1e6, unit: GB}
  - {name: N, label: Ranks, value: 8, min: 1, max: 4096, whole: true}
results:
  - {name: sent, label: Each rank sends, formula: 2 * (N - 1) / N * S, unit: GB}
  - {name: hops, label: Hops, formula: 2 * (N - 1)}
why: The `hops` pay the *latency*.
source: Arithmetic.
bars: [sent]
curve: sent over N
presets:
  - {name: Eight ranks, S: 28, N: 8}
cases:
  - {S: 1, N: 2, sent: 1, hops: 2}
  - {S: 1, N: 4, sent: 1.5, hops: 6}
  - {S: 28, N: 8, sent: 49, hops: 14}
"""
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


def project(tmp_path: Path, text: str) -> Project:
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "docs/x.md").write_text(f"# X\n\n```calculator\n{text}```\n", "utf-8")
    return Project(tmp_path)


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


def test_a_fence_without_faults_has_no_problems(tmp_path):
    assert calculator.problems(project(tmp_path, FENCE)) == []


@pytest.mark.parametrize(("old", "new", "line", "wanted"), [
    ("id: a-ring\n", "", 4, "'id' is missing. Add 'id:'."),
    ("id: a-ring", "id: A ring", 4, "the id 'A ring' is not of a-z, 0-9 and hyphens. Rename it."),
    ("title:", "titel:", 5, "has no key 'titel'. Did you mean title?"),
    ("value: 28,", "value: many,", 7, "value: 'many' names 'many', which is not given. Write a number."),
    ("value: 28,", "value: 0,", 9, "S = 0 is outside 0.1 to 1e+06. Fix it, or the range."),
    ("name: N, label", "name: M, label", 19, "cases: this item has no 'M'. Add 'M:'."),
    ("/ N * S", "/ M * S", 9, "sent: '2 * (N - 1) / M * S' names 'M', which is not given. Fix the formula, or the range of what it divides by."),
    ("formula: 2 * (N - 1)}", "formula: 1 < N < 9}", 9, "holds '1 < N < 9', which is no arithmetic it knows. Fix the formula, or the range of what it divides by."),
    ("formula: 2 * (N - 1)}", "formula: \"round(N, 1)\"}", 9, "gives round more than one number. Fix the formula, or the range of what it divides by."),
    ("hops: 6", "hops: 7", 20, "hops is 6, and a case says 7. Work it out."),
    ("S: 28, N: 8, sent: 49", "S: 28, N: 9000, sent: 49", 21, "N = 9000 is outside 1 to 4096. Fix it, or the range."),
    ("  - {S: 1, N: 2, sent: 1, hops: 2}\n", "", 18, "has 2 cases. Work out 3 at least."),
    ("bars: [sent]", "bars: [send]", 14, "no result is called 'send'. Did you mean sent?"),
    ("bars: [sent]", "bars: [sent, hops]", 14, "the bars have more than one unit. Take results of one unit."),
    ("bars:", "proof: a/b.py\nbars:", 14, "no snippet a/b.py. "),
    ("N: 2, sent", "N: 2.5, sent", 19, "N = 2.5 is not whole. Fix it, or the range."),
    ("S: 28, N: 8}", "S: 28, N: 5000}", 17, "N = 5000 is outside 1 to 4096. Fix it, or the range."),
    ("  - {name: Eight ranks, S: 28, N: 8}\n", 2 * "  - {name: Eight ranks, S: 28, N: 8}\n", 16, "two have the same name. Rename one."),
    ("sent over N", "sent of N", 15, "'curve' is wrong. It is 'RESULT over INPUT'."),
    ("sent over N", "N over sent", 15, "it is of no number over a positive input. Take a result without words, and an input."),
    ("formula: 2 * (N - 1)}", "unit: hops}", 11, "'hops' needs 'formula' or 'read'. Give it one of them."),
    ("formula: 2 * (N - 1)}", "read: 'N'}", 11, "hops: 'N' reads its proof, and there is none, which is not on record. Look at the record, or the pattern."),
    ("label: Hops,", "label: Hops, words: yes,", 11, "words: 'yes' is wrong. Write two: 'yes, no'."),
    ("max: 4096,", "max: 4096, choices: 2 or 4,", 8, "choices: '2 or 4' is wrong. Write '2 = bf16, 4 = fp32'."),
    ("*latency*", "[latency](x.md)", 12, "a text holds a link, which no builder checks here. Link below the fence."),
])  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(tmp_path, old, new, line, wanted):
    found = [str(one) for one in calculator.problems(project(tmp_path, FENCE.replace(old, new)))]
    assert any(one.startswith(f"docs/x.md:{line}: calculator: {wanted}") for one in found), found


def test_one_case_is_told_as_one(tmp_path):
    text = re.sub(r"(?m)^  - \{S: \d+, N: [48], sent.*\n", "", FENCE)
    (one,) = calculator.problems(project(tmp_path, text))
    assert str(one) == "docs/x.md:18: calculator: has 1 case. Work out 3 at least."


@pytest.mark.parametrize(("old", "new", "wanted"), [
    (" min: 0.1,", "", ["docs/x.md:7: calculator: inputs: this item has no 'min'. Add 'min:'."]),
    ("label: Hops,", "labels: x,", ["docs/x.md:11: calculator: results: this item has no 'label'. Add 'label:'.", "docs/x.md:11: calculator: results: an item has no key 'labels'. Did you mean label?"]),
    ("name: S, ", "", ["docs/x.md:7: calculator: inputs: this item has no 'name'. Add 'name:'."]),
])  # fmt: skip
def test_what_is_refused_stays_known_by_its_name(tmp_path, old, new, wanted):
    assert sorted(map(str, calculator.problems(project(tmp_path, FENCE.replace(old, new))))) == sorted(wanted)


@pytest.mark.parametrize("name", ["ceil", "sent", "N-1", "2N"])
def test_a_name_is_free_and_is_a_name(tmp_path, name):
    found = [
        str(one)
        for one in calculator.problems(
            project(tmp_path, FENCE.replace("hops: ", f"{name}: ").replace("name: hops", f"name: {name}"))
        )
    ]
    assert any("is taken or is no name" in one or "stands twice" in one for one in found), found


def test_all_problems_come_at_once(tmp_path):
    text = FENCE.replace("hops: 6", "hops: 7").replace("hops: 14", "hops: 15")
    assert len(calculator.problems(project(tmp_path, text))) == 2


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
