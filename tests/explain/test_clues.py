"""Clues of a log: what an entry knows, what none knows, and what was raised while another error was handled."""

from __future__ import annotations

import pytest

from lockstep.explain import log
from lockstep.explain.clues import LONGEST, clues, says

FIRST = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n'


def found(text: str) -> list[tuple[str, str, str]]:
    lines = log.lines(text)
    return [(one.finding.slug, one.finding.text, one.role) for one in clues(lines, [], list(log.summaries(lines)))]


@pytest.mark.parametrize(
    ("text", "pattern", "is_said"),
    [
        ("expected 2 but got 3", "expected*got", True),
        ("got 3 but expected 2", "expected*got", False),
        ("got", "got*got", False),
        ("", "x", False),
    ],
)
def test_the_pieces_of_a_pattern_stand_in_their_order(text, pattern, is_said):
    assert says(text, pattern.split("*")) is is_said


def test_an_exception_that_no_entry_knows_is_a_clue_and_that_of_a_launcher_is_none():
    assert found(f"{FIRST}KeyError: 1") == [("", "KeyError: 1", "cause")]
    assert found(f"{FIRST}torch.distributed.elastic.multiprocessing.errors.ChildFailedError:") == []


def test_what_is_raised_from_another_error_hides_that_one():
    text = f"{FIRST}KeyError: 1\n\nThe above exception was the direct cause of the following exception:\n\n{FIRST}ValueError: no"
    assert found(text) == [("", "ValueError: no", "cause")]


def test_what_is_raised_while_an_error_is_handled_stands_aside():
    text = f"{FIRST}KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n{FIRST}OSError: 2"
    assert found(text) == [("", "KeyError: 1", "cause"), ("", "OSError: 2", "aside")]


def test_a_long_line_is_cut():
    [(_, text, _)] = found(f"{FIRST}KeyError: {'x' * 1000}")
    assert len(text) == LONGEST
