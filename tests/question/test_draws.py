"""What each draw must keep: a draw that breaks it is named."""

from __future__ import annotations

import dataclasses

import pytest

from lockstep.question import draws
from tests.question.asking import read
from tests.question.test_fresh import DRAWN


def told(text):
    question, problems = read(text)
    assert problems == []
    return [str(p).partition("'one': ")[2] for p in draws.problems(None, question, question.fresh, question.also)]


def test_sound_draws():
    assert told(DRAWN.replace("where:", "tolerance: 1%\nwhere:")) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("", "", "with N = 32, half = 16 the answer 1.9375 cannot be typed exactly."),
        ("half: N / 2", "half: 1.9375", "with N = 32, half = 1.938 1.9375 and the trap 1.9375 can be taken for each other."),
        ("half: N / 2", "half: 4 in 1..600", "has 2,400 draws; 2,000 are the most. Take larger steps."),
        ("where: N != 16", "where: N != 8", "its first draw is left out by 'where'. Begin with one that counts."),
        ("where: N != 16", "where: 1 / (N - 4) > 0", "one of its draws has no value."),
        ("where: N != 16", "also: (N - 1) / 4", "also: with N = 4, half = 2 it is 0.75, the answer 1.5. One of them is wrong."),
        ("where: N != 16", "also: 2 / (N - 4)", "also: with N = 4, half = 2 it divides by zero. Fix the claim."),
        ("on {N} ranks", "in all", "does not say N, which is drawn. Write {N}."),
        ("answer: 2 * (N - 1) / N", "answer: 1.75 + 0 * N", "N is drawn, but the answer does not change with it. Give it a fixed number."),
        ("half: N / 2", "half: N / 1e9", "with N = 4, half = 4e-09 4e-09 is no number to compute with."),
    ],
)  # fmt: skip
def test_a_draw_that_breaks_a_rule_is_named(old, new, problem):
    assert old in DRAWN
    problems = told(DRAWN.replace(old, new))
    assert any(text.startswith(problem) for text in problems), problems


def test_a_formula_that_forgets_a_drawn_number_is_found():
    question, _ = read(DRAWN.replace("where:", "tolerance: 1%\nwhere:"))
    versions = {name: version for name, version in question.mutants([]) if "not drawn" in name}
    assert list(versions) == ["N is not drawn in the formula"]
    for version in versions.values():
        assert any("does not change" in str(p) for p in draws.problems(None, version, version.fresh, ""))
    other = dataclasses.replace(question, fresh=dataclasses.replace(question.fresh, answer="2"))
    assert list(draws.problems(None, other, other.fresh, ""))
