"""Typed values out of YAML: what is there, what is missing, and each problem at its line, once."""

from __future__ import annotations

import pytest

from lockstep.problem import BlockProblem
from lockstep.question import yaml_lines
from lockstep.question.fields import Fields


def fields(text: str) -> tuple[Fields, list[BlockProblem]]:
    """The fields of a block that is YAML, and the problems that they will find."""
    problems: list[BlockProblem] = []
    table = yaml_lines.parse(text.split("\n"), problems)
    assert not problems
    return Fields(table, problems), problems


WRONG_TEXT = [(0, "'a' is wrong.", "It is a text.")]
WRONG_TEXTS = [(0, "'a' is wrong.", "It is a list of texts.")]


@pytest.mark.parametrize(
    ("block", "value", "told"),
    [
        ("a: yes", "yes", []),  # what was typed
        ("a: |\n\n  b\n   c\n\n", "b\n c", []),
        ("a: ' b '", " b ", []),  # spaces may be meant
        ("b: 1", "", []),
        ("a:", "", WRONG_TEXT),
        ("a: ' '", "", WRONG_TEXT),
        ("a: [b]", "", WRONG_TEXT),
        ("a: {b: c}", "", WRONG_TEXT),
    ],
)
def test_a_text(block, value, told):
    found, problems = fields(block)
    assert (found.text("a"), problems) == (value, told)


@pytest.mark.parametrize(
    ("block", "value", "told"),
    [
        ("a: [b, 2]", ("b", "2"), []),
        ('a: ["\\nb\\n"]', ("b",), []),
        ("b: 1", (), []),
        ("a: b", (), WRONG_TEXTS),
        ("a: []", (), WRONG_TEXTS),
        ("a: [b, '']", (), WRONG_TEXTS),
        ("a: [b, [c]]", (), WRONG_TEXTS),
        ("a: {b: c}", (), WRONG_TEXTS),
    ],
)
def test_a_list_of_texts(block, value, told):
    found, problems = fields(block)
    assert (found.texts("a"), problems) == (value, told)


def test_true_or_false():
    found, problems = fields("a: true\nb: false")
    assert [found.flag(key, default) for key in "abc" for default in (True, False)] == [
        *(True, True),
        *(False, False),
        *(True, False),  # c is missing
    ]
    assert problems == []


@pytest.mark.parametrize("value", ["yes", "True", "[true]", ""])
def test_what_is_neither_true_nor_false_is_false_and_told(value):
    found, problems = fields(f"b: 1\na: {value}")
    assert found.flag("a", default=True) is False
    assert problems == [(1, "'a' is wrong.", "It is true or false.")]


@pytest.mark.parametrize(
    ("block", "value", "told"),
    [
        ("b: 1\na: first", "first", []),
        ("b: 1\na: first1", "", [(1, "no a is called 'first1'.", "Did you mean first?")]),
        ("b: 1", "", [(0, "'a' is missing.", "Add 'a:' with one of: first, other.")]),
        ("b: 1\na: [first]", "", [(1, "'a' is wrong.", "It is a text.")]),
    ],
)
def test_a_word_out_of_those_known(block, value, told):
    found, problems = fields(block)
    assert (found.one_of("a", ("first", "other")), problems) == (value, told)


def test_a_block_inside_another_is_told_at_its_own_line():
    whole, problems = fields("b: 1\na:\n  c: 2")
    assert Fields(whole.table["a"], problems).one_of("kind", ("x",)) == ""
    assert problems == [(2, "'kind' is missing.", "Add 'kind:' with one of: x.")]


ITEMS = "a:\n  - {text: b, why: c}\n"
NO_LIST = [(0, "'a' is wrong.", "It is a list; each item has 'text' and 'why'.")]


@pytest.mark.parametrize(
    ("block", "texts", "told"),
    [
        (ITEMS, ["b"], []),
        (ITEMS + "  - {text: d, why: e}", ["b", "d"], []),
        (ITEMS + "  - {line: d, why: e}", ["b", None], []),  # a line stands for a text
        ("b: 1", [], []),
        ("a: []", [], NO_LIST),
        ("a: b", [], NO_LIST),
        ("a: [b]", [], NO_LIST),
        ("a: {text: b, why: c}", [], NO_LIST),
        (ITEMS + "  - {text: d}", ["b"], [(2, "a: this item has no 'why'.", "Add 'why:'.")]),
        (ITEMS + "  - {text: d, why: ''}", ["b"], [(2, "a: this item has no 'why'.", "Add 'why:'.")]),
        (ITEMS + "  - {text: d, why: [e]}", ["b"], [(2, "a: this item has no 'why'.", "Add 'why:'.")]),
        (ITEMS + "  - {text: d, why: e, whi: f}", ["b"], [(2, "a: an item has no key 'whi'.", "Did you mean why?")]),
        (
            ITEMS + "  - {text: d, why: e, and f}",
            ["b"],
            [(2, "a: an item has no key 'and f'.", "Put quotes around a text that holds a comma.")],
        ),
        (
            ITEMS + "  - text: d\n    wyh: f",
            ["b"],
            [
                (2, "a: this item has no 'why'.", "Add 'why:'."),
                (3, "a: an item has no key 'wyh'.", "Did you mean why?"),
            ],
        ),
    ],
)
def test_a_list_of_mappings(block, texts, told):
    found, problems = fields(block)
    assert [item.get("text") for item in found.tables("a", ("text", "why"))] == texts
    assert problems == told


def test_one_mapping_may_be_enough_and_a_key_may_be_optional():
    found, problems = fields("a: {text: b, why: c, note: d}\nb: [{text: e, why: f, line: g}]")
    assert found.tables("a", ("text", "why"), one_is_enough=True, optional=("note",)) == [found.table["a"]]
    assert problems == []
    assert found.tables("b", ("text", "why")) == []  # a line stands in the place of a text, not beside it
    assert problems == [(1, "b: an item has no key 'text'.", "There is: line, why.")]


def test_a_key_that_is_optional_is_named_where_it_is_written_wrong():
    found, problems = fields("a: [{text: b, nota: c}]")
    assert found.tables("a", ("text",), optional=("note",)) == []
    assert problems == [(0, "a: an item has no key 'nota'.", "Did you mean note?")]


def test_a_wrong_type_is_told_once_for_each_meaning():
    found, problems = fields("a: [b]")
    found.text("a")
    found.one_of("a", ("b",))
    assert problems == WRONG_TEXT
    found.wrong_type("a", "a number")
    assert problems == [*WRONG_TEXT, (0, "'a' is wrong.", "It is a number.")]
    found.problem(7, "what.", "Do.")
    assert problems[-1] == (7, "what.", "Do.")
