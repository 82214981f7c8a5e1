from __future__ import annotations

import pytest

from lockstep.question import bank
from tests.question.asking import CARD, CHOICE, PREDICT, page, whole


def test_questions_of_all_pages_or_of_a_topic(sound):
    page(sound, CHOICE, CARD.replace("id: one", "id: two"))
    page(sound, CARD.replace("id: one", "id: three"), name="topic/why.md")
    assert [(q.id, q.path, q.line) for q in bank.questions(sound.project)[0]] == [
        ("one", "docs/index.md", 3),
        ("two", "docs/index.md", 15),
        ("three", "docs/topic/why.md", 3),
    ]
    assert [question.id for question in bank.questions(sound.project, "topic")[0]] == ["three"]


def test_problems_of_all_questions(sound):
    page(sound, CHOICE.replace("beginner", "hard"), CARD.replace("card", "crad"))
    assert [problem.line for problem in bank.questions(sound.project)[1]] == [6, 17]


@pytest.mark.parametrize(
    ("text", "old", "new", "problem"),
    [
        (CHOICE, "topic/one.py", "topic/oen.py", "12: quiz 'one': no snippet topic/oen.py. Did you mean topic/one.py?"),
        (PREDICT, "run: topic/two.py", "run: topic/two.py\nregion: lop", "9: quiz 'one': topic/two.py has no region 'lop'. Did you mean loop?"),
        (CHOICE, "ask:", "region: loop\nask:", "7: quiz 'one': a question without a program has no region 'loop'. There is none yet."),
    ],
)  # fmt: skip
def test_what_a_question_names_must_be_there(sound, text, old, new, problem):
    assert whole(sound, text.replace(old, new))[1] == [problem]


def test_a_faulty_question_is_not_completed(sound):
    question, problems = whole(sound, PREDICT.replace("beginner", "hard"))
    assert len(problems) == 1
    assert [option.text for option in question.options] == ["`5`"]
