"""Answers rest on evidence: wrong versions of questions are found, each kind has some, and no topic waits longer than it must."""

from __future__ import annotations

import pytest

from lockstep.project import Project, find_root
from lockstep.question import bank, decided
from lockstep.rules import bindings
from tests.question.asking import page, whole
from tests.question.test_decided import ALL, CARD, EXPLAIN, proved  # noqa: F401


@pytest.mark.parametrize("kind", ALL)
def test_no_wrong_version_of_a_decided_question_survives(proved, kind):  # noqa: F811
    card = (
        CARD.replace("one", "other", 1)
        .replace("broadcast-rank-0", "gradient")
        .replace("The broadcast of rank 0.", "A gradient.")
    )
    explain = EXPLAIN.replace("one", "another", 1).replace("no gradient is sent, shows: gradient", "none is sent")
    page(proved, ALL[kind], card, explain)
    questions, wrong = bank.questions(proved.project)
    assert wrong == []
    count, alive = bindings.survivors(proved.project, questions)
    assert (count > 0, alive) == (True, [])


def test_a_rule_that_finds_nothing_lets_them_live(proved, monkeypatch):  # noqa: F811
    question, _ = whole(proved, ALL["choice"])
    monkeypatch.setattr(decided, "problems", lambda project, question: iter(()))
    count, alive = bindings.survivors(proved.project, [question])
    assert len(alive) == count == 5
    assert alive[0] == "docs/index.md:3: quiz 'one': option 1 flipped"


def test_a_version_that_is_right_all_the_same_does_not_count(proved):  # noqa: F811
    text = ALL["predict"].replace("line: 2", 'line: 2, find: "(end)"').replace("`5`", "5")
    question, _ = whole(proved, text)
    assert len(list(question.mutants([]))) == 3
    assert bindings.survivors(proved.project, [question])[0] == 2  # rank 0 prints the same word


def test_a_topic_waits_only_while_it_must(monkeypatch, proved):  # noqa: F811
    project = Project(find_root())
    questions, _ = bank.questions(project)
    waiting = {question.topic for question in questions if any(True for _ in decided.problems(project, question))}
    assert set(bindings.NOT_YET) == waiting
    question, _ = whole(proved, CARD.replace("shows: broadcast-rank-0\n", ""))
    assert list(bindings.answers_are_decided(proved.project, [question])) == []  # a page at the top waits too
    monkeypatch.setattr(bindings, "NOT_YET", ())
    assert "nothing decides" in str(next(bindings.answers_are_decided(proved.project, [question])))


def test_no_wrong_version_of_a_question_of_the_site_survives():
    project = Project(find_root())
    questions, _ = bank.questions(project)
    count, alive = bindings.survivors(project, questions)
    assert alive == []
    assert count >= 80
