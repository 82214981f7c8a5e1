from __future__ import annotations

from lockstep.question import reader
from tests.question.asking import CARD, CHOICE, read


def test_all_problems_of_a_question_come_at_once():
    text = CHOICE.replace("level: beginner\n", "").replace("this, why: Because.", "this").replace("id: one", "id: One")
    assert len(read(text)[1]) == 3


def test_what_cannot_be_read_is_one_problem():
    question, problems = read("id: one: two")
    assert (question.kind, question.id) == ("", "")
    assert problems == [
        "4: quiz: this is not YAML: mapping values are not allowed in this context. Put quotes around a text that holds ': '."
    ]


def test_a_question_without_a_kind():
    assert read(CARD.replace("kind: card\n", ""))[1] == [
        "4: quiz 'one': 'kind' is missing. Add 'kind:' with one of: choice, multi, predict, debug, numeric, order, explain, card, line."
    ]


def test_a_fence_is_read_once():
    body = tuple(CARD.split("\n"))
    assert reader.read("docs/a.md", 3, body)[0] is reader.read("docs/a.md", 3, body)[0]
    assert reader.read("docs/a.md", 4, body)[0].line == 4
