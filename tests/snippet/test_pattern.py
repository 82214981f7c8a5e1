"""Patterns of authors: what can take any time is refused, and what is taken ends soon."""

from __future__ import annotations

import time

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.snippet import pattern


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("^(a|a)*$", "in another"),
        ("((?:ab|ab)*$)", "in another"),
        ("(a+|b+)", "in another"),
        ("(?:(?:ab){9}){9}", "in another"),
        ("a*a*a*x", "has 3 loops"),
        ("(ab|cd)(ab|cd)(ab|cd)", "has 3 loops"),
        (r"(a*)\1", "uses groupref"),
        ("(?=a*)a", "uses assert"),
        ("a++", "uses possessive repeat"),
        ("[", "is no regular expression"),
        ("a{99999999999999}", "is no regular expression"),
        ("a" * 201, "is longer than 200 letters"),
    ],
)
def test_what_can_take_long_is_refused(text, words):
    assert words in pattern.wrong(text)


@pytest.mark.parametrize("text", ["", "^took ", " ms$", "Connection (closed|reset)", "(?i)[ab]{2,} (.*)", "[[a]"])
def test_what_lines_need_is_taken(text):
    assert pattern.wrong(text) == ""


@pytest.mark.parametrize("text", [".*.*x", "(.*)(.*)x", "(?:ab|ab)(?:[ab]*)x", "(a?)(.*?)x"])
def test_what_is_taken_ends_soon_on_any_line(text):
    assert pattern.wrong(text) == ""
    start = time.process_time()
    assert pattern.search(text, "ab" * 500_000) is None
    assert time.process_time() - start < 10


def test_all_patterns_of_the_project_are_taken():
    snippets = Project(ROOT).snippets.values()
    assert {p: pattern.wrong(p) for s in snippets for p in s.needs.volatile if pattern.wrong(p)} == {}
