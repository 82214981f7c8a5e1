from __future__ import annotations

import pytest

from tests.question.asking import CARD, CHOICE, NUMERIC, read


def test_the_fields_of_all_kinds():
    more = "hints: [Think.]\nread: '[x](y.md)'\nrun: topic/two.py\nregion: loop\ngiven: {N: 4, M: N / 2}\nask:"
    question, problems = read(CHOICE.replace("ask:", more))
    assert problems == []
    assert (question.path, question.line, question.id, question.level) == ("docs/index.md", 3, "one", "beginner")
    assert (question.hints, question.read) == (("Think.",), "[x](y.md)")
    assert (question.run, question.region, question.given) == ("topic/two.py", "loop", {"N": 4, "M": 2.0})
    assert (question.lines["id"], question.lines["proof"]) == (4, 17)


def test_proofs_are_snippets_and_one_expression():
    question, problems = read(CARD.replace("1 + 1 == 2", "[topic/one.py, 1 + 1 == 2, topic/two.py]"))
    assert (problems, question.proofs, question.expression) == ([], ("topic/one.py", "topic/two.py"), "1 + 1 == 2")


@pytest.mark.parametrize(
    ("proof", "problem"),
    [
        ("[1 == 1, 2 == 2]", "9: quiz 'one': two proofs are arithmetic. Join them: 1 < 2 == 2.0."),
        ("1 + 1 == 3", "9: quiz 'one': proof: '1 + 1 == 3' is not true. Compare two sides that are equal."),
        ("1 + 1", "9: quiz 'one': proof: '1 + 1' is not true. Compare two sides that are equal."),
        ("because", "9: quiz 'one': proof: 'because' names 'because', which is not given. Name a snippet or write arithmetic that is true."),
        ("{a: b}", "9: quiz 'one': 'proof' is wrong. It is a text."),
    ],
)  # fmt: skip
def test_a_proof_that_is_none(proof, problem):
    assert problem in read(CARD.replace("1 + 1 == 2", proof))[1]


@pytest.mark.parametrize("name", ["One", "a_b", "a--b", "-a", "a-"])
def test_a_bad_id(name):
    assert read(CARD.replace("id: one", f"id: {name}"))[1] == [
        f"4: quiz {name!r}: the id {name!r} is wrong. Use a-z, 0-9 and single hyphens."
    ]


def test_numbers_that_are_none():
    assert any("given: N names 'eight'" in told for told in read(NUMERIC.replace("{N: 8}", "{N: eight}"))[1])
    assert any(
        "'given' is wrong. It is a mapping of names to numbers" in told
        for told in read(NUMERIC.replace("{N: 8}", "8"))[1]
    )
