from __future__ import annotations

import dataclasses

import pytest

from lockstep.question.kinds.options import Option, plain
from tests.question.asking import CHOICE, PREDICT, read, whole


@pytest.mark.parametrize(
    ("text", "same"),
    [("`That`", "that"), ("4.50", "4.5"), ("4.0", "4"), ("a  b\nc", "a b c"), ("**so**", "so"), ("100", "100")],
)
def test_how_a_reader_compares(text, same):
    assert plain(text) == same


def test_an_option_as_markdown():
    assert Option("x[0](y)", "", code=True).markdown == "`x[0](y)`"
    assert Option("*x*", "").markdown == "*x*"


def test_links_are_looked_for_in_texts_and_not_in_code():
    texts = set(read(CHOICE.replace("text: that", "line: that"))[0].markdown())
    assert {"this", "those", "Because.", "No.", "Never."} <= texts
    assert "that" not in texts


def test_lines_of_the_program_that_is_shown(sound):
    text = CHOICE.replace("ask:", "run: topic/one.py\nask:").replace("text: that", "line: print(one)")
    question, problems = whole(sound, text)
    assert (problems, [option.number for option in question.options]) == ([], [0, sound.line_of("print(one)"), 0])
    assert whole(sound, text.replace("print(one)", "print(0)"))[1] == [
        "11: quiz 'one': topic/one.py has no such line. Copy one line of it that stands once."
    ]


def test_a_distractor_of_a_predict_may_be_code(sound):
    question, problems = whole(sound, PREDICT.replace('text: "`5`"', "line: 5"))
    assert (problems, [option.code for option in question.options]) == ([], [True, True])


def test_the_order_is_stable_and_tells_nothing():
    def shuffled():
        return [read(CHOICE.replace("id: one", f"id: n{number}"))[0].shuffled for number in range(60)]

    places = [next(place for place, option in enumerate(options) if option.right) for options in shuffled()]
    assert {places.count(place) > 8 for place in range(3)} == {True}
    assert shuffled() == shuffled()


def test_the_digest_is_of_what_is_chosen_from():
    question, _ = read(CHOICE)
    right, *wrong = question.options
    assert question.key == dataclasses.replace(question, options=(dataclasses.replace(right, why="Other."), *wrong)).key
    assert question.key != dataclasses.replace(question, options=(right, *wrong[:1])).key
    assert question.key != dataclasses.replace(question, options=(dataclasses.replace(right, right=False), *wrong)).key
