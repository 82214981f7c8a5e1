"""What a `calculator` fence says: how it is read, what is wrong with one, and the numbers that its formulas give."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox import Sandbox

from lockstep.expression import ExpressionError
from lockstep.markdown import calculator, formula
from lockstep.markdown.quantity import Quantity
from lockstep.page import Fence
from lockstep.problem import BlockProblem
from lockstep.project import Project
from lockstep.record.record import RankRecord

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


def project(tmp_path: Path, text: str) -> Project:
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "docs/x.md").write_text(f"# X\n\n```calculator\n{text}```\n", "utf-8")
    return Project(tmp_path)


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


def fence(text: str) -> Fence:
    return Fence(3, "calculator", tuple(text.rstrip("\n").split("\n")))


def read(tmp_path: Path, text: str) -> tuple[formula.Calculator | None, list[BlockProblem]]:
    """What a fence says, and what cannot be read."""
    problems: list[BlockProblem] = []
    return formula.read(project(tmp_path, text), fence(text), problems), problems


def examined(tmp_path: Path, text: str) -> list[str]:
    """What the rules beyond the keys say of a fence that can be read."""
    asked, problems = read(tmp_path, text)
    assert asked is not None, problems
    formula.examine(Project(tmp_path), asked, fence(text), problems)
    return [what for _, what, _ in problems]


def test_a_fence_is_read(tmp_path):
    found, problems = read(tmp_path, FENCE)
    assert problems == []
    assert found == formula.Calculator(
        id="a-ring",
        title="Bytes of a ring",
        inputs=(
            Quantity(name="S", label="Gradients", value=28, least=0.1, most=1e6, unit="GB"),
            Quantity(name="N", label="Ranks", value=8, least=1, most=4096, whole=True),
        ),
        results=(
            Quantity(name="sent", label="Each rank sends", formula="2 * (N - 1) / N * S", unit="GB"),
            Quantity(name="hops", label="Hops", formula="2 * (N - 1)"),
        ),
        why="The `hops` pay the *latency*.",
        source="Arithmetic.",
        proof="",
        bars=("sent",),
        curve=("sent", "N"),
        presets={"Eight ranks": {"S": 28, "N": 8}},
        cases=(
            {"S": 1, "N": 2, "sent": 1, "hops": 2},
            {"S": 1, "N": 4, "sent": 1.5, "hops": 6},
            {"S": 28, "N": 8, "sent": 49, "hops": 14},
        ),
    )


def test_bars_a_curve_presets_and_a_proof_may_be_left_out(tmp_path):
    text = re.sub(r"(?ms)^bars:.*?(?=^cases:)", "", FENCE)
    found, problems = read(tmp_path, text)
    assert (problems, found.bars, found.curve, found.presets, found.proof) == ([], (), (), {}, "")
    assert formula.examine(Project(tmp_path), found, fence(text), problems) is None
    assert problems == []


def test_a_number_may_be_written_as_arithmetic(tmp_path):
    found, _ = read(
        tmp_path, FENCE.replace("value: 28,", "value: 7 * 4,").replace("S: 28, N: 8}", "S: 4 * 7, N: 2 ** 3}")
    )
    assert (found.inputs[0].value, found.presets) == (28, {"Eight ranks": {"S": 28, "N": 8}})


def test_of_a_fence_that_cannot_be_read_all_is_told_and_nothing_said(tmp_path):
    text = FENCE.replace("source: Arithmetic.\n", "").replace("value: 8,", "value: x,").replace("title:", "titel:")
    found, problems = read(tmp_path, text)
    assert found is None
    assert sorted(what for _, what, _ in problems) == [
        "'source' is missing.", "'title' is missing.", "has no key 'titel'.", "value: 'x' names 'x', which is not given.",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words\n", "id: [\n"])
def test_what_is_no_table_is_told_once(tmp_path, text):
    found, problems = read(tmp_path, text)
    assert found is None
    assert problems


def made(**changes: object) -> formula.Calculator:
    """A calculator of one input and two results, the second of which is made of the first."""
    asked = formula.Calculator(
        id="x",
        title="X",
        inputs=(Quantity(name="N", label="Ranks", value=8, least=1, most=64),),
        results=(
            Quantity(name="pairs", label="Pairs", formula="N * (N - 1)"),
            Quantity(name="links", label="Links", formula="pairs / 2"),
        ),
        why="",
        source="",
        proof="",
        bars=(),
        curve=(),
        presets={},
        cases=(),
    )
    return replace(asked, **changes)


def test_a_result_may_name_those_before_it():
    assert formula.results(made(), {"N": 4}) == {"N": 4, "pairs": 12, "links": 6}
    assert formula.results(made(), {"N": 4, "pairs": 1, "links": 1})["links"] == 6  # those of a case are not taken


def test_a_result_has_no_name_of_one_after_it():
    with pytest.raises(ExpressionError, match=r"^links: 'pairs / 2' names 'pairs', which is not given"):
        formula.results(made(results=made().results[::-1]), {"N": 4, "pairs": 12})


def test_a_formula_without_a_value_is_named():
    share = Quantity(name="share", label="Share", formula="1 / (N - 4)")
    assert formula.results(made(results=(share,)), {"N": 8})["share"] == 0.25
    with pytest.raises(ExpressionError, match=r"^share: '1 / \(N - 4\)' divides by zero"):
        formula.results(made(results=(share,)), {"N": 4})


def test_what_holds_counts_as_one():
    fits = Quantity(name="fits", label="Fits", formula="N <= 8", words=("yes", "no"))
    assert [formula.results(made(results=(fits,)), {"N": n})["fits"] for n in (8, 9)] == [1, 0]


READ = """id: even
title: Even or odd
inputs:
  - {name: n, label: Number, value: 3, min: 3, max: 4, choices: "3 = three, 4 = four"}
results:
  - {name: rest, label: Rest, read: "{n}: (?P<it>[01])"}
  - {name: twice, label: Twice, formula: 2 * rest}
why: It was run.
source: A program.
proof: topic/one.py
cases:
  - {n: 3, rest: 1, twice: 2}
  - {n: 4, rest: 0, twice: 0}
  - {n: 3, rest: 1, twice: 2}
"""


def test_a_result_may_be_read_from_what_the_program_of_the_proof_printed(sandbox: Sandbox):
    sandbox.recorded(sandbox.snippet(), ranks=(RankRecord(0, ("three: 1", "four: 0"), ()),))
    problems: list[BlockProblem] = []
    found = formula.read(sandbox.project, fence(READ), problems)
    assert problems == []
    assert found.results[0].table == (1, 0)
    assert formula.results(found, {"n": 3}) == {"n": 3, "rest": 1, "twice": 2}
    formula.examine(sandbox.project, found, fence(READ), problems)
    assert problems == []
    text = READ.replace("n: 4, rest: 0, twice: 0", "n: 4, rest: 1, twice: 2")
    formula.examine(sandbox.project, formula.read(sandbox.project, fence(text), []), fence(text), problems)
    # lines are counted from the first of the fence
    assert problems == [
        (12, "rest is 0, and a case says 1.", "Work it out."),
        (12, "twice is 0, and a case says 2.", "Work it out."),
    ]


def test_a_number_that_is_no_choice_has_nothing_to_read(sandbox: Sandbox):
    sandbox.recorded(sandbox.snippet(), ranks=(RankRecord(0, ("three: 1", "four: 0"), ()),))
    found = formula.read(sandbox.project, fence(READ), [])
    with pytest.raises(ExpressionError) as error:
        formula.results(found, {"n": 5})
    assert str(error.value) == "rest: '{n}: (?P<it>[01])' needs a choice of n"


def test_a_choice_without_a_value_is_told_with_its_result(sandbox: Sandbox):
    sandbox.recorded(sandbox.snippet(), ranks=(RankRecord(0, ("three: 1",), ()),))
    problems: list[BlockProblem] = []
    assert formula.read(sandbox.project, fence(READ), problems) is None
    assert problems == [
        (5, "rest: '{n}: (?P<it>[01])' finds nothing for four.", "Look at the record, or the pattern."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "is_right"),
    [("1.5", True), ("1.505", True), ("1.514", True), ("1.52", False), ("1.48", False), ("-1.5", False), ("0", False)],
)
def test_a_case_is_as_exact_as_four_digits_are(tmp_path, said, is_right):
    found = examined(tmp_path, FENCE.replace("sent: 1.5,", f"sent: {said},"))
    assert found == ([] if is_right else [f"sent is 1.5, and a case says {float(said):g}."])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min: 1,", "min: 0,"),  # it has a place that is not on the scale
        ("curve: sent over N", "curve: sent over sent"),
        ("curve: sent over N", "curve: bytes over N"),
        ("label: Each rank sends,", "label: Each rank sends, words: 'yes, no',"),
        ("whole: true", "whole: true, choices: '2 = two, 4 = four, 8 = eight'"),
    ],
)
def test_a_curve_is_of_a_number_over_an_input_that_is_above_zero(tmp_path, old, new):
    assert "it is of no number over a positive input." in examined(tmp_path, FENCE.replace(old, new))


def test_the_fence_of_these_tests_is_sound(tmp_path):
    assert examined(tmp_path, FENCE) == []


@pytest.mark.parametrize("name", ["a_b", "-a", "a-", "a--b", "A", "a!"])
def test_an_id_is_of_small_letters_digits_and_single_hyphens(tmp_path, name):
    assert examined(tmp_path, FENCE.replace("a-ring", name)) == [f"the id {name!r} is not of a-z, 0-9 and hyphens."]


def test_the_start_of_the_inputs_needs_values_too(tmp_path):
    """Eight ranks are the start; no case has them."""
    text = FENCE.replace("formula: 2 * (N - 1)}", "formula: 2 * (N - 1) / (N - 8)}")
    asked = [one for one in examined(tmp_path, text) if "divides by zero" in one]
    assert len(asked) == 3  # the start, the preset and the case of eight ranks
