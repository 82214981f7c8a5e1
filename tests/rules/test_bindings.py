"""The rules that answers are decided, and that few are reasoned."""

from __future__ import annotations

import dataclasses

from lockstep.rules.bindings import answers_are_decided
from tests.question.asking import whole
from tests.question.test_decided import CARD, proved  # noqa: F401


def test_a_question_that_nothing_decides_is_told(proved):  # noqa: F811
    question, _ = whole(proved, CARD.replace("shows: broadcast-rank-0\n", ""))
    assert "nothing decides" in str(next(answers_are_decided(proved.project, [question])))


def test_a_fifth_may_be_reasoned(proved):  # noqa: F811
    bound, _ = whole(proved, CARD)
    reasoned = dataclasses.replace(bound, reasoned=True)
    assert list(answers_are_decided(proved.project, [bound] * 8 + [reasoned] * 2)) == []
    assert [str(problem) for problem in answers_are_decided(proved.project, [bound] * 7 + [reasoned] * 3)] == [
        "docs/index.md:3: 3 of 10 questions that may be reasoned are; 20% are the most. Bind some to a run."
    ]
    assert list(answers_are_decided(proved.project, [reasoned] * 9)) == []  # a page of a few, as in a preview
