"""Readers who go by the form of the options: each policy picks what its name says, and its score is a chance."""

from __future__ import annotations

import pytest

from lockstep.question import guessing
from lockstep.question.kinds.choice import Choice
from lockstep.question.kinds.options import Option


def asked(*texts: str, ask: str = "What does the ring send?", right: int = 0) -> Choice:
    """A question with these options in the order of print."""
    options = tuple(Option(text, "", right=number == right, line=number) for number, text in enumerate(texts))
    return Choice(path="docs/index.md", line=3, ask=ask, options=options, keeps_order=True)


@pytest.mark.parametrize(
    ("policy", "texts", "picked"),
    [
        ("any", ("a", "b"), {0, 1}),
        ("the first", ("a", "b", "c"), {0}),
        ("the last", ("a", "b", "c"), {2}),
        ("the longest", ("`aa`", "bbb", "c"), {1}),
        ("the shortest", ("aa", "b", "`c`"), {1, 2}),
        ("the only one with code", ("a `x`", "b", "c"), {0}),
        ("the only one with code", ("a `x`", "`b`", "c"), {0, 1, 2}),
        ("the only one with a number", ("a", "b 3", "c"), {1}),
        ("most words of the question", ("a tree", "a ring", "a send ring"), {2}),
        ("the odd one out", ("a ring of gold", "a ring of lead", "nothing"), {2}),
        ("most like the others", ("a ring of gold", "a ring of lead", "nothing"), {0, 1}),
    ],
)
def test_a_policy_picks_what_it_is_called_after(policy, texts, picked):
    hits = [
        next(score for score in guessing.scores("choice", [asked(*texts, right=right)]) if score.policy == policy).score
        for right in range(len(texts))
    ]
    assert hits == [1 / len(picked) if right in picked else 0 for right in range(len(texts))]


def test_a_score_is_held_against_chance():
    questions = [asked("a longer one", "b", "c", "d"), asked("a", "a longer one")]
    score = next(score for score in guessing.scores("choice", questions) if score.policy == "the longest")
    assert (score.score, score.chance, score.above) == (0.5, 0.375, 0.125)
    assert score.led == (questions[0],)


def test_questions_are_asked_by_kind_and_together():
    question = asked("a", "b")
    assert guessing.asked([question, question]) == {"choice": [question] * 2, "all": [question] * 2}
    assert guessing.asked([asked("a")]) == {}  # nothing to choose from
