from __future__ import annotations

import pytest

from lockstep.question.kinds.numeric import Trap
from tests.question.asking import NUMERIC, read

TRAP = NUMERIC.replace("why:", "unit: GiB\ntolerance: 1%\ntraps: [{value: 2 * N, why: 'See [x](y.md).'}]\nwhy:")


def test_reading():
    question, problems = read(TRAP)
    assert problems == []
    assert (question.value, question.unit, question.tolerance) == (1.75, "GiB", 0.0175)
    assert question.traps == (Trap(16.0, "See [x](y.md)."),)
    assert (question.expression, question.given) == ("2 * (N - 1) / N", {"N": 8.0})
    assert question.shown == "1.75 GiB"
    assert question.calculation == r"Computed: $\frac{2 \cdot (N - 1)}{N}$ = 1.75 with N = 8."
    assert (question.key, read(NUMERIC)[0].key) == ("f967a4a8", "fc6a6570")


def test_a_tolerance_without_a_sign_is_absolute():
    assert read(TRAP.replace("1%", "0.5"))[0].tolerance == 0.5


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{N: 8}", "{N: 7}", "9: quiz 'one': the answer 1.71429 cannot be typed exactly. Give it a tolerance, such as 1% or 0.01."),
        ("why:", "unit: parsec\nwhy:", "10: quiz 'one': no unit is called 'parsec'."),
        ("why:", "traps: [{value: 7 / 4, why: x}]\nwhy:", "10: quiz 'one': this trap is the right answer. Leave it out or fix it."),
        ("why:", "traps: [{value: many, why: x}]\nwhy:", "10: quiz 'one': traps: 'many' names 'many', which is not given."),
        ("why:", "tolerance: some\nwhy:", "10: quiz 'one': tolerance: 'some' names 'some', which is not given."),
        ("2 * (N - 1) / N", "about 2", "9: quiz 'one': answer: 'about 2' is no arithmetic. Write arithmetic, such as 2 * (8 - 1) / 8."),
        ("answer: 2 * (N - 1) / N\n", "", "4: quiz 'one': 'answer' is missing. Add 'answer:'."),
        ("why:", "proof: N == 9\nwhy:", "10: quiz 'one': proof: 'N == 9' is not true."),
    ],
)  # fmt: skip
def test_problems(old, new, problem):
    assert old in NUMERIC
    assert any(told.startswith(problem) for told in read(NUMERIC.replace(old, new))[1])


def test_its_number_proves_it():
    assert not any("'proof'" in problem for problem in read(NUMERIC.replace("answer: 2 * (N - 1) / N\n", ""))[1])


def test_the_script_judges_by_its_attributes():
    assert read(TRAP)[0].attributes() | {"key": ""} == {
        "kind": "numeric", "key": "", "level": "expert", "answer": "1.75", "tolerance": "0.0175", "unit": "GiB",
    }  # fmt: skip


def test_other_tools():
    question, _ = read(TRAP)
    number = question.entry(str.upper)["number"]
    assert number == {
        "value": 1.75,
        "tolerance": 0.0175,
        "unit": "GiB",
        "traps": [{"value": 16.0, "why": "SEE [X](Y.MD)."}],
    }
    assert (question.note_front(), question.note_back()) == (["Answer in GiB."], ["<b>1.75 GiB</b>", "Count."])
    assert "See [x](y.md)." in question.markdown()
