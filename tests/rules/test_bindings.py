"""The rule that answers are decided holds for all topics but those that wait, and none waits longer than it must."""

from __future__ import annotations

from lockstep.project import Project, find_root
from lockstep.question import bank, decided
from lockstep.rules import bindings
from tests.question.asking import whole
from tests.question.test_decided import CARD, proved  # noqa: F401


def test_a_topic_waits_only_while_it_must(monkeypatch, proved):  # noqa: F811
    project = Project(find_root())
    questions, _ = bank.questions(project)
    waiting = {question.topic for question in questions if any(True for _ in decided.problems(project, question))}
    assert set(bindings.NOT_YET) == waiting
    question, _ = whole(proved, CARD.replace("shows: broadcast-rank-0\n", ""))
    monkeypatch.setattr(bindings, "NOT_YET", ("",))
    assert list(bindings.answers_are_decided(proved.project, [question])) == []
    monkeypatch.setattr(bindings, "NOT_YET", ())
    assert "nothing decides" in str(next(bindings.answers_are_decided(proved.project, [question])))
