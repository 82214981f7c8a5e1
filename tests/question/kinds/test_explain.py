from __future__ import annotations

import pytest

from lockstep.question.rendering import Items
from tests.question.asking import EXPLAIN, read


def test_reading():
    question, problems = read(EXPLAIN)
    assert problems == []
    assert (question.model, question.concepts, question.key) == ("Because.", ("this", "that"), "c00984f2")
    assert not question.can_be_marked


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("model: Because.\n", "", "4: quiz 'one': 'model' is missing. Add 'model:'."),
        ("concepts: [this, that]\n", "", "4: quiz 'one': 'concepts' is missing. Add 'concepts:'."),
        ("[this, that]", "this", "9: quiz 'one': 'concepts' is wrong. It is a list of texts."),
        ("proof: topic/one.py", "", "4: quiz 'one': 'proof' is missing. Name a snippet whose assert carries the claim, or arithmetic that is true."),
    ],
)  # fmt: skip
def test_problems(old, new, problem):
    assert problem in read(EXPLAIN.replace(old, new))[1]


def test_all_its_texts_are_read_by_rules_and_tools():
    question, _ = read(EXPLAIN + "\nwhy: So.\nhints: [Think.]")
    assert {"Why?", "So.", "Because.", "Think.", "this", "that"} <= set(question.markdown())
    assert question.blocks == ("ask", "why", "model")
    assert question.entry(str.upper) == {"model": "BECAUSE.", "why": "SO.", "concepts": ["THIS", "THAT"]}
    assert question.note_back() == ["Because.", "So.", Items(("this", "that"), lettered=False)]
