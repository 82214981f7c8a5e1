from __future__ import annotations

import dataclasses

import pytest

from lockstep.question.question import Question
from tests.question.asking import ALL, CARD, CHOICE, read


@pytest.mark.parametrize("text", ALL, ids=lambda text: text.split("\n")[1])
def test_the_digest_is_of_what_is_asked_and_answered(text):
    question, _ = read(text)
    other = dataclasses.replace(question, hints=("x",), level="expert", line=99, read="[x](y.md)", id="other")
    assert question.key == other.key
    assert question.key != dataclasses.replace(question, ask="What was it?").key
    assert question.key != dataclasses.replace(question, run="topic/other.py").key


@pytest.mark.parametrize(("path", "topic"), [("docs/ddp/why.md", "ddp"), ("docs/index.md", "")])
def test_the_topic_is_the_folder(path, topic):
    assert Question(path, 1).topic == topic


def test_what_proves_it():
    assert Question("", 1, run="a.py").evidence == ["a.py"]
    assert Question("", 1, run="a.py", proofs=("b.py", "c.py", "b.py")).evidence == ["b.py", "c.py"]
    assert Question("", 1, expression="1 == 1").evidence == []
    assert [Question("", 1, **{name: "x"}).is_proved for name in ("run", "expression", "ask")] == [True, True, False]


def test_a_problem_stands_on_the_page_and_names_the_question():
    problem = Question("docs/a.md", 3, id="x").problem(9, "is wrong.", "Fix it.")
    assert str(problem) == "docs/a.md:9: quiz 'x': is wrong. Fix it."


def test_what_most_kinds_leave_as_it_is(sandbox):
    question = Question("docs/a.md", 3, ask="A", why="B", hints=("C",), read="D")
    assert list(question.markdown()) == ["A", "B", "D", "C"]
    assert question.completed(sandbox.project) == (question, [])
    assert list(question.problems(sandbox.project)) == question.terminal(sandbox.project) == []
    assert (question.options, question.flashcard) == ((), "")
    assert (question.entry(str.lower), question.note_front(), question.note_back()) == ({"why": "b"}, [], ["B"])


def test_classes_differ_where_fields_do_not():
    assert read(CHOICE)[0].kind != read(CARD)[0].kind
