from __future__ import annotations

import pytest

from tests.question.asking import CHOICE, own_problems, read


def test_reading():
    question, problems = read(CHOICE)
    assert problems == []
    assert [(option.text, option.right, option.line) for option in question.options] == [
        ("this", True, 8),
        ("that", False, 10),
        ("those", False, 11),
    ]
    assert (question.keeps_order, question.key) == (False, "50b23d13")


def test_options_may_keep_their_places():
    question, problems = read(CHOICE.replace("ask:", "shuffle: false\nask:"))
    assert problems == []
    assert [option.text for option in question.shuffled] == ["this", "that", "those"]
    assert question.attributes()["ordered"] == ""
    assert "fixed" not in read(CHOICE)[0].attributes()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("right: {text: this, why: Because.}\n", "", "4: quiz 'one': no option is right. Mark one under 'right:'."),
        (
            "right: {text: this, why: Because.}",
            "right: [{text: a, why: b}, {text: c, why: d}]",
            "8: quiz 'one': two options are right. Keep one, or make it a multi.",
        ),
        (
            CHOICE[CHOICE.index("wrong") : CHOICE.index("proof")],
            "",
            "4: quiz 'one': no option is wrong. Add two or three under 'wrong:'.",
        ),
        ("ask:", "rigth: x\nask:", "7: quiz 'one': a choice has no key 'rigth'. Did you mean right?"),
        ("ask:", "shuffle: no\nask:", "7: quiz 'one': 'shuffle' is wrong. It is true or false."),
    ],
)
def test_problems(old, new, problem):
    assert old in CHOICE
    assert problem in read(CHOICE.replace(old, new, 1))[1]


def test_own_problems(sound):
    assert own_problems(sound, CHOICE) == []
    assert own_problems(sound, CHOICE.replace("those", "That")) == [
        "11: quiz 'one': two options are equal. Replace one."
    ]
    above = CHOICE.replace("those", "none of the above")
    assert len(own_problems(sound, above)) == 1
    assert own_problems(sound, above.replace("ask:", "shuffle: false\nask:")) == []
