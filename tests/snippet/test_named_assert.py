"""The marker `# shows: NAME`: read strictly, and never shown to a reader."""

from __future__ import annotations

import pytest

from lockstep.snippet.key_line import without_marker
from lockstep.snippet.named_assert import named_asserts, without_name


def test_a_name_is_found_with_its_line():
    assert named_asserts(["a = 1", "assert a == 1  # shows: a-is-one  ", "assert a"]) == {"a-is-one": 2}


@pytest.mark.parametrize("strip", [without_name, without_marker])
def test_the_name_is_not_shown(strip):
    assert strip("    assert a == 1  # shows: a-is-one ") == "    assert a == 1"
    assert strip("assert a == 1  # as it shows") == "assert a == 1  # as it shows"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("assert one  # shows: One", "the name 'One' is wrong. Use a-z, 0-9 and single hyphens."),
        ("assert one  # shows:", "the name '' is wrong. Use a-z, 0-9 and single hyphens."),
        ("print(one)  # shows: one", "shows something, but no assert ends here. Put the marker behind an assert."),
        ("assert (  # shows: one\n    one\n)", "shows something, but no assert ends here."),
        (
            "assert one  # shows: a\nassert one  # shows: a",
            "'a' is also shown at line 7. Give each assert its own name.",
        ),
    ],
)
def test_a_wrong_marker_is_told_with_its_line(sandbox, line, problem):
    sandbox.snippet(line)
    assert any(problem in text for text in sandbox.problems())


def test_a_statement_of_several_lines_is_named_at_its_end(sandbox):
    sandbox.snippet("assert (\n    one\n)  # shows: one")
    assert sandbox.problems() == []
    assert sandbox.project.snippets["topic/one.py"].named_asserts == {"one": 9}
