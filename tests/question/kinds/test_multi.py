from __future__ import annotations

from tests.question.asking import CHOICE, MULTI, read


def test_several_options_may_be_right():
    question, problems = read(MULTI.replace("{text: this, why: Because.}", "[{text: a, why: b}, {text: c, why: d}]"))
    assert problems == []
    assert [option.right for option in question.options] == [True, True, False, False]


def test_it_is_another_question_than_a_choice():
    question, choice = read(MULTI)[0], read(CHOICE)[0]
    assert question.options == choice.options
    assert (question.kind, question.key) == ("multi", "a3223766")
    assert (question.right_is_one_of_several, choice.right_is_one_of_several) == (False, True)


def test_a_problem():
    assert "4: quiz 'one': no option is right. Mark one under 'right:'." in read(MULTI.replace("right:", "rigth:"))[1]
