from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.question import yaml_lines


def parse(text: str):
    problems = []
    return yaml_lines.parse(text.split("\n"), problems), problems


def test_values_know_their_line():
    table, problems = parse("a: one\nb:\n  - two\n  - c: three\nd: |\n  four\n  five")
    assert problems == []
    assert table == {"a": "one", "b": ["two", {"c": "three"}], "d": "four\nfive"}
    assert (table["a"].line, table["b"][0].line, table["b"][1]["c"].line, table["d"].line) == (0, 2, 3, 5)
    assert table.lines == {"a": 0, "b": 1, "d": 4}


def test_scalars_stay_as_they_were_typed():
    assert parse("a: yes\nb: 2.10\nc: null\nd: 0x10\ne: 1_000")[0] == {
        "a": "yes",
        "b": "2.10",
        "c": "null",
        "d": "0x10",
        "e": "1_000",
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: see #1", (0, "YAML cuts this text at ' #' and keeps 'see'.", "Put quotes around it.")),
        ("a:\n  - b # c", (1, "YAML cuts this text at ' #' and keeps 'b'.", "Put quotes around it.")),
        ("a: b: c", (0, "this is not YAML: mapping values are not allowed in this context.", "Put quotes around a text that holds ': '.")),
        ("a: 1\n  b: 2", (1, "this is not YAML: mapping values are not allowed in this context.", "Its indent differs from the line above: begin both in one column, or put quotes around a longer text.")),
        ("a: 1\n  b: 2: 3", (1, "this is not YAML: mapping values are not allowed in this context.", "Its indent differs from the line above: begin both in one column, or put quotes around a longer text.")),
        ("a: 1\nb: c: d", (1, "this is not YAML: mapping values are not allowed in this context.", "Put quotes around a text that holds ': '.")),
        ("a: 1\nb: `x`", (1, "this is not YAML: found character that cannot start any token.", "Put quotes around a text that starts with a backtick, @ or %.")),
        ("a: 1\n\tb: 2", (1, "a tab indents this line.", "Use spaces.")),
        ("a: 1\na: 2", (1, "'a' stands twice.", "Keep one.")),
        ("a: &x 1\nb: *x", (0, "an alias repeats another value.", "Write it out.")),
        ("- a", (0, "this is no mapping.", "Write 'key: value' lines.")),
        ("", (0, "this is no mapping.", "Write 'key: value' lines.")),
        ('a: 1\ncheck: says("it\'s: b")', (1, "this is not YAML: mapping values are not allowed in this context.", "Put single quotes around the whole claim: check: 'says(\"it\'\'s: b\")'.")),
        ('a: {also: value("b {}") == 3}', (0, "this is not YAML: did not find expected ',' or '}'.", "Put single quotes around the whole claim: also: 'value(\"b {}\") == 3'.")),
        ("a: 1\n---\nb: 2", (1, "this is not YAML: but found another document.", "Leave out '---'.")),
        ("a: \"x\nb: 1", (1, "this is not YAML: found unexpected end of stream.", "Fix its indent or its quotes.")),
    ],
)  # fmt: skip
def test_what_yaml_would_change_or_refuse_is_told(text, problem):
    assert parse(text)[1] == [problem]


def test_a_comment_that_cuts_nothing():
    assert parse("# one\na: |\n  x # y\nb: 'z'  # quoted\nc:  # a list\n  - d")[1] == []


@given(st.text())
def test_no_text_breaks_it(text):
    table, problems = parse(text)
    assert table or problems or not text.strip() or text.lstrip().startswith(("#", "{"))
    assert all(0 <= line <= text.count("\n") for line, _, _ in problems)
