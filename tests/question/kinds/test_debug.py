from __future__ import annotations

import pytest

from tests.question.asking import DEBUG, own_problems, read, whole


def test_reading():
    question, problems = read(DEBUG)
    assert problems == []
    assert (question.run, question.fixed) == ("topic/broken.py", "topic/one.py")
    assert question.evidence == ["topic/broken.py", "topic/one.py"]
    assert question.told_by_its_run


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("fixed: topic/one.py\n", "", "4: quiz 'one': 'fixed' is missing. Add 'fixed:'."),
        ("why: It prints the other.}", "why: a}\n  - {text: b, why: c}", "this is not YAML"),
        ("right: {line: print(two), why: It prints the other.}", "right: [{text: a, why: b}, {text: c, why: d}]", "10: quiz 'one': two options are right."),
    ],
)  # fmt: skip
def test_problems(old, new, problem):
    assert any(problem in told for told in read(DEBUG.replace(old, new))[1])


@pytest.mark.parametrize("key", ["broken", "fixed"])
def test_a_program_that_is_not_there(sound, key):
    text = "\n".join(f"{key}: topic/gone.py" if line.startswith(key) else line for line in DEBUG.split("\n"))
    line = {"broken": 8, "fixed": 9}[key]
    assert whole(sound, text)[1] == [f"{line}: quiz 'one': no snippet topic/gone.py. Did you mean topic/one.py?"]


def test_its_options_are_lines_of_the_broken_program(sound):
    question, problems = whole(sound, DEBUG)
    assert problems == []
    assert [option.number for option in question.options] == [
        sound.line_of("print(two)", "topic/broken.py"),
        sound.line_of("two = 2", "topic/broken.py"),
    ]
    assert question.key == "1305e4df"


def test_a_line_that_is_not_there_or_not_shown(sound):
    gone = DEBUG.replace("print(two)", "print(three)")
    assert whole(sound, gone)[1] == [
        "10: quiz 'one': topic/broken.py has no such line. Copy one line of it that stands once."
    ]
    region = DEBUG.replace("topic/broken.py", "topic/two.py\nregion: loop").replace("print(two)", "print(3)")
    assert whole(sound, region.replace("two = 2", "assert one == 1"))[1] == [
        "12: quiz 'one': the region 'loop' does not show this line. Take a line that is shown."
    ]


def test_a_line_that_stands_twice(sound):
    sound.snippet("two = 2\nprint(two)\nprint(two)", "topic/broken.py")
    assert whole(sound, DEBUG)[1] == [
        "10: quiz 'one': topic/broken.py has 2 such lines. Copy one line of it that stands once."
    ]


def test_the_programs_make_a_lesson(sound):
    assert own_problems(sound, DEBUG) == []
    words = DEBUG.replace("line: print(two)", "text: a").replace("line: two = 2", "text: b")
    assert own_problems(sound, words.replace("topic/broken.py", "topic/one.py")) == [
        "8: quiz 'one': topic/one.py passes and prints the same as topic/one.py. Name a program that goes wrong."
    ]
    sound.snippet("raise ValueError", "topic/worse.py", needs='expect = "ValueError"')
    assert own_problems(sound, words.replace("fixed: topic/one.py", "fixed: topic/worse.py")) == [
        "9: quiz 'one': topic/worse.py ends with ValueError. Name a program that passes."
    ]
