"""Questions on paper: their numbers and their rows, and the hints and answers that go to the back and name them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper import answer_key


def page(*questions: str) -> ET.Element:
    return ET.fromstring(f"<section><h2>Some text</h2><div>{''.join(questions)}</div></section>")


def question(name: str, kind: str = "card", inside: str = "") -> str:
    return f'<div class="question" id="{name}" data-kind="{kind}"><div class="ask">{name}?</div>{inside}</div>'


def test_questions_are_numbered_through_all_pages():
    pages = [page(question("a"), question("b")), page(), page('<div class="ask">none</div>', question("c"))]
    questions = answer_key.number_questions(pages)
    assert [one.get("id") for one in questions] == ["a", "b", "c"]
    assert [one.get("data-number") for one in questions] == ["1", "2", "3"]


def test_no_question_has_no_number():
    assert answer_key.number_questions([]) == []
    assert answer_key.number_questions([page()]) == []


@pytest.mark.parametrize(
    ("kind", "has"),
    [
        ("card", {"data-label": "recall", "data-rows": "2"}),
        ("numeric", {"data-label": "a number", "data-blank": "True"}),
        ("predict", {"data-label": "what it prints"}),
        ("unheard", {}),
    ],
)
def test_a_question_has_the_room_of_its_kind(kind, has):
    [one] = answer_key.number_questions([page(question("a", kind))])
    assert one.attrib == {"class": "question", "id": "a", "data-kind": kind, "data-number": "1", **has}


ANSWER = '<div class="answer"><ol class="whys"><li/><li data-right=""/></ol></div>'


def test_a_question_and_what_is_at_the_back_name_each_other():
    whole = page(question("ddp/a", inside=f'<div class="hints"><p>h</p></div>{ANSWER}'))
    questions = answer_key.number_questions([whole])
    hints, keys = answer_key.take_answers(questions)
    assert [one.attrib for one in hints] == [
        {"class": "hint", "id": "hint/ddp/a", "data-question": "ddp/a", "data-number": "1"}
    ]
    assert [one.attrib for one in keys] == [
        {"class": "key", "id": "key/ddp/a", "data-question": "ddp/a", "data-number": "1", "data-letters": "B"}
    ]
    assert (questions[0].get("data-hint"), questions[0].get("data-key")) == ("hint/ddp/a", "key/ddp/a")
    assert hints[0].findtext("p") == "h"
    assert [part.get("class") for part in questions[0]] == ["ask"]  # all that is left


def test_a_question_without_hints_names_none():
    questions = answer_key.number_questions([page(question("a", inside=ANSWER), question("b"))])
    hints, keys = answer_key.take_answers(questions)
    assert hints == []
    assert [one.get("data-question") for one in keys] == ["a"]
    assert [(one.get("data-hint"), one.get("data-key")) for one in questions] == [(None, "key/a"), (None, None)]
    assert answer_key.take_answers([]) == ([], [])


def test_hints_and_answers_come_in_the_order_of_their_questions():
    both = f'{ANSWER}<div class="hints"/>'
    questions = answer_key.number_questions([page(*(question(name, inside=both) for name in "cab"))])
    hints, keys = answer_key.take_answers(questions)
    assert [[one.get("data-question") for one in parts] for parts in (hints, keys)] == [["c", "a", "b"]] * 2
    assert [one.get("data-number") for one in keys] == ["1", "2", "3"]


def test_letters_of_a_key():
    chosen = ET.fromstring('<div><ol class="whys"><li/><li data-right=""/><li data-right=""/></ol></div>')
    steps = ET.fromstring(
        '<div><ol class="whys"><li data-place="2"/><li data-place="0"/><li data-place="1"/></ol></div>'
    )
    assert answer_key.letters(chosen) == ["B", "C"]
    assert answer_key.letters(steps) == ["C", "A", "B"]


def test_an_answer_in_words_has_no_letters():
    assert answer_key.letters(ET.fromstring('<div><div class="back"/><ol><li data-right=""/></ol></div>')) == []
    assert answer_key.letters(ET.fromstring('<div><ol class="whys"><li/></ol></div>')) == []
