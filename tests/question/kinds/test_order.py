from __future__ import annotations

from lockstep.question.rendering import Items
from tests.question.asking import ORDER, own_problems, read, whole


def test_reading():
    question, problems = read(ORDER)
    assert problems == []
    assert [(step.text, step.code, step.right) for step in question.options] == [
        ("one = int(1)", True, True),
        ("think", False, True),
        ("print(one)", True, True),
    ]
    assert question.key == "ab4a8fe3"


def test_problems():
    assert "4: quiz 'one': 'steps' is missing. Add 'steps:'." in read(ORDER.replace("steps", "stesp"))[1]
    one = ORDER.replace("steps:\n  - {line: one = int(1), why: First.}\n", "steps: {text: a, why: b}\nx:\n")
    assert "8: quiz 'one': 'steps' is wrong. It is a list; each item has 'text' and 'why'." in read(one)[1]


def test_its_lines_are_those_of_the_proof_in_their_order(sound):
    question, problems = whole(sound, ORDER)
    assert problems == []
    assert [step.number for step in question.options] == [sound.line_of("one = int(1)"), 0, sound.line_of("print(one)")]
    assert whole(sound, ORDER.replace("one = int(1)", "assert one == 1"))[1] == [
        "11: quiz 'one': in topic/one.py this line stands above the step before. Put the steps in the order of the proof."
    ]
    assert whole(sound, ORDER.replace("topic/one.py", "1 + 1 == 2"))[1] == [
        "9: quiz 'one': no program has no such line. Copy one line of it that stands once.",
        "11: quiz 'one': no program has no such line. Copy one line of it that stands once.",
    ]


def test_two_steps_are_too_few(sound):
    assert own_problems(sound, ORDER) == []
    assert own_problems(sound, ORDER.replace("  - {text: think, why: Second.}\n", "")) == [
        "8: quiz 'one': has fewer than three steps. Add some."
    ]


def test_steps_are_never_shown_in_the_right_order():
    for number in range(40):
        question, _ = read(ORDER.replace("id: one", f"id: n{number}"))
        assert question.shuffled != list(question.options)
        assert sorted(question.shuffled, key=question.options.index) == list(question.options)


def test_other_tools_get_the_steps_in_their_order():
    question, _ = read(ORDER)
    assert [step["text"] for step in question.entry(str.upper)["steps"]] == ["`one = int(1)`", "THINK", "`print(one)`"]
    assert question.note_back() == [Items(("`one = int(1)`<br>First.", "think<br>Second.", "`print(one)`<br>Third."))]
