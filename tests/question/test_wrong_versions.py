"""Wrong versions of questions: each kind has some, and what decides an answer finds them all."""

from __future__ import annotations

import pytest

from lockstep.project import Project, find_root
from lockstep.question import bank, decided
from lockstep.question.wrong_versions import survivors
from tests.question.asking import page, whole
from tests.question.test_decided import ALL, CARD, EXPLAIN, proved  # noqa: F401


@pytest.mark.parametrize("kind", ALL)
def test_no_wrong_version_of_a_decided_question_survives(proved, kind):  # noqa: F811
    card = (
        CARD.replace("one", "other", 1)
        .replace("broadcast-rank-0", "gradient-sent")
        .replace("The broadcast of rank 0.", "A gradient is sent.")
    )
    explain = EXPLAIN.replace("one", "another", 1).replace("every gradient is sent, shows: gradient-sent", "it is sent")
    page(proved, ALL[kind], card, explain)
    questions, wrong = bank.questions(proved.project)
    assert wrong == []
    count, alive = survivors(proved.project, questions)
    assert (count > 0, alive) == (True, [])


def test_a_rule_that_finds_nothing_lets_them_live(proved, monkeypatch):  # noqa: F811
    question, _ = whole(proved, ALL["choice"])
    monkeypatch.setattr(decided, "problems", lambda project, question: iter(()))
    count, alive = survivors(proved.project, [question])
    assert len(alive) == count == 6
    assert alive[0] == "docs/index.md:3: quiz 'one': option 1 flipped"


def test_a_version_that_is_right_all_the_same_does_not_count(proved):  # noqa: F811
    text = ALL["predict"].replace("line: 2", 'line: 2, find: "(end)"').replace("`5`", "5")
    question, _ = whole(proved, text)
    assert len(list(question.mutants([]))) == 3
    assert survivors(proved.project, [question])[0] == 2  # rank 0 prints the same word


def test_no_wrong_version_of_a_question_of_the_site_survives():
    project = Project(find_root())
    questions, _ = bank.questions(project)
    count, alive = survivors(project, questions)
    assert alive == []
    assert count >= 80
