"""Fresh numbers: what an author writes, what is drawn, and that Python and the script draw the same."""

from __future__ import annotations

import json
import math
import subprocess

import pytest
from sandbox import ROOT

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.project import Project
from lockstep.question import bank
from lockstep.question.fresh import Places, first_and_choices, spoken
from tests.question.asking import NUMERIC, read

DRAWN = (
    NUMERIC.replace("How many?", "How many on {N} ranks?")
    .replace("{N: 8}", "{N: 8 in 4..32 times 2, half: N / 2}")
    .replace(
        "why: Count.", "where: N != 16\ntraps: [{value: half, why: 'Half of {N} is {half}.'}]\nwhy: Count to {N - 1}."
    )
)


@pytest.mark.parametrize(
    ("text", "first", "choices"),
    [
        ("8", "8", ()),
        ("N / 2", "N / 2", ()),
        ("8 in 4..16 step 4", "8", (4, 8, 12, 16)),
        ("8 in 2..20 times 2", "8", (2, 4, 8, 16)),
        ("3 in 2..4", "3", (2, 3, 4)),
        ("0.1 in 0.1 | 0.5", "0.1", (0.1, 0.5)),
        ("0.3 in 0.1..0.5 step 0.1", "0.3", (0.1, 0.2, 0.3, 0.4, 0.5)),
    ],
)
def test_given_numbers(text, first, choices):
    assert first_and_choices(text) == (first, choices)


@pytest.mark.parametrize(
    "text", ["7 in 4..16 step 4", "8 in 8..2 step 0", "8 in 8..64 times 1", "0 in 0..4", "8 in a | b"]
)
def test_given_numbers_that_are_none(text):
    with pytest.raises(ExpressionError):
        first_and_choices(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1024, "1,024"), (12.345, "12.35"), (0.3125, "0.3125"), (12.125, "12.13"), (2 / 3, "0.6667"), (0.1 + 0.2, "0.3"), (1234.5, "1,234.5"),
     (11466.000000000002, "11,466"), (0.00015, "0.00015"), (-2.5, "-2.5"), (1e9, "1,000,000,000"), (123456.789, "123,500")],
)  # fmt: skip
def test_a_number_in_a_text(value, text):
    assert spoken(value) == text


def test_a_text_with_places():
    places = Places({"N": 8.0, "answer": 3.0})
    assert places.filled("`{N}` of {N} and {N // 3}, {4}.") == "`{N}` of 8 and 2, 4."
    assert places.says == ["N", "N 3 floordiv:2"]
    marked = '`{N}` of <span data-n="0">8</span> and <span data-n="1">2</span>, 4.'
    assert places.marked == {"`{N}` of 8 and 2, 4.": marked}
    with pytest.raises(ExpressionError, match="no arithmetic"):
        places.filled("{of N}")


def test_a_question_draws():
    question, problems = read(DRAWN)
    assert problems == []
    assert (question.ask, question.why, question.traps[0].why) == (
        "How many on 8 ranks?",
        "Count to 7.",
        "Half of 8 is 4.",
    )
    assert question.key == read(NUMERIC.replace("How many?", "How many on 8 ranks?"))[0].key  # the same question
    draws = list(question.fresh.draws())
    assert [draw.names["N"] for draw in draws] == [4, 8, 32]  # 16 does not count
    assert [draw.answer for draw in draws] == [1.5, 1.75, 1.9375]
    assert [draw.traps for draw in draws] == [(2,), (4,), (16,)]
    assert question.calculation == r"Computed: $\frac{2 \cdot (N - 1)}{N}$ = 1.75 with N = 8."
    assert question.marked("How many on 8 ranks?") == 'How many on <span data-n="0">8</span> ranks?'
    assert json.loads(question.attributes()["fresh"])["given"] == {"N": [4, 8, 16, 32], "half": "N 2 div:2"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("on {N} ranks", "on {M} ranks", "7: quiz 'one': ask: 'How many on {M} ranks?' names 'M', which is not given. Fix what stands in braces."),
        ("{N - 1}", "7 of 8", "12: quiz 'one': why: 'Count to 7 of 8.' says 8, which is drawn. Write it in braces, or {8} if it is always so."),
        ("8 in 4..32", "9 in 4..32", "8: quiz 'one': given: N begins with 9, which is not among its choices. Give it a number, a formula of names in front of it, or '8 in 2..32 times 2' to draw it."),
        ("where: N != 16", "where: 1 < N < 16", "8: quiz 'one': cannot be drawn: a formula holds '1 < N < 16', which is no arithmetic it knows. Write it plainly."),
    ],
)  # fmt: skip
def test_problems(old, new, problem):
    assert old in DRAWN
    assert problem in read(DRAWN.replace(old, new))[1]


def test_only_a_number_can_be_drawn():
    text = "id: one\nkind: card\nlevel: beginner\nask: What?\nback: That.\ngiven: {N: 8 in 4..16}\nproof: 1 + 1 == 2"
    assert read(text)[1] == ["9: quiz 'one': only a number can be drawn anew. Give fixed numbers."]


NODE = """
for (const script of process.argv.slice(1)) require(script);
const { draw, compute, spoken } = globalThis.Lockstep;
const all = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(all.map((of) => {
  const seen = new Map();
  for (let n = 0; n < 10000; n += 1) {
    const drawn = draw(of);
    const key = Object.values(drawn.names).join();
    if (!seen.has(key)) seen.set(key, { ...drawn, spoken: drawn.says.map(spoken) });
  }
  return [...seen.values()];
})));
"""


def test_the_script_draws_what_python_has_looked_at():
    """10,000 draws of each question in one process: each is a draw of Python, with the same numbers and texts."""
    questions, _ = bank.questions(Project(ROOT))
    drawn = [question for question in questions if getattr(question, "fresh", None)]
    scripts = [str(ROOT / f"docs/assets/{name}.js") for name in ("formula", "fresh")]
    asked = "[" + ",".join(question.fresh.as_json() for question in drawn) + "]"
    done = subprocess.run(["node", "-e", NODE, *scripts], input=asked, capture_output=True, text=True, check=True)
    assert len(drawn) >= 25
    for question, draws in zip(drawn, json.loads(done.stdout), strict=True):
        known = {tuple(draw.names[name] for name in question.fresh.drawn): draw for draw in question.fresh.draws()}
        assert len(draws) > 0.9 * len(known), question.id  # so many draws leave hardly one out
        for draw in draws:
            mine = known[tuple(draw["names"][name] for name in question.fresh.drawn)]
            theirs = [draw["answer"], draw["tolerance"], *draw["traps"], *draw["says"]]
            ours = [mine.answer, mine.tolerance, *mine.traps, *mine.says]
            assert all(math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-15) for a, b in zip(theirs, ours, strict=True))
            assert draw["spoken"] == list(map(spoken, mine.says)), question.id


def test_a_program_has_the_value_of_its_expression():
    names = {"N": 7.0, "W": 2.5}
    for text in (
        "ceil(N / W) ** 2",
        "-N // W",
        "N % -W",
        "max(N, W, 3) + min(N, 2)",
        "round(N / 2)",
        "(N > W) * 4",
        "log2(N) * sqrt(W)",
    ):
        assert expression.calculate(expression.program(text), names) == pytest.approx(
            float(expression.evaluate(text, names))
        )
    with pytest.raises(ExpressionError):
        expression.calculate("1 0 div:2", {})
