"""The markers `# shows: NAME` and `# refutes: NAME`: read strictly, and never shown to a reader."""

from __future__ import annotations

import pytest

from lockstep.snippet.key_line import without_marker
from lockstep.snippet.named_assert import kinds, named_asserts, of_one_kind, without_name


def test_a_name_is_found_with_its_line():
    assert named_asserts(["a = 1", "assert a == 1  # shows: a-is-one  ", "assert a"]) == {"a-is-one": 2}


def test_an_assert_shows_or_refutes():
    lines = ["assert a  # shows: a", "assert not b  # shows it, as it refutes: no  # refutes: b-holds", "assert c"]
    assert named_asserts(lines) == {"a": 1, "b-holds": 2}
    assert kinds(lines) == {"a": "shows", "b-holds": "refutes"}


@pytest.mark.parametrize("strip", [without_name, without_marker])
@pytest.mark.parametrize("kind", ["shows", "refutes"])
def test_the_name_is_not_shown(strip, kind):
    assert strip(f"    assert a == 1  # {kind}: a-is-one ") == "    assert a == 1"
    assert strip(f"assert a == 1  # as it {kind}") == f"assert a == 1  # as it {kind}"


def test_the_kind_changes_no_key(sandbox):
    """What a program does is the same, so its records stay true; a name or an assert is part of it."""
    keys = []
    for line in ("one  # shows: a", "one  # refutes: a", "one  # shows: b", "one == 1  # shows: a"):
        sandbox.snippet(f"assert {line}")
        keys.append(sandbox.project.snippets["topic/one.py"].key)
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert of_one_kind(b"assert one  # refutes: a") == b"assert one  # shows: a"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("assert one  # shows: One", "the name 'One' is wrong. Use a-z, 0-9 and single hyphens."),
        ("assert one  # shows:", "the name '' is wrong. Use a-z, 0-9 and single hyphens."),
        ("print(one)  # shows: one", "shows something, but no assert ends here. Put the marker behind an assert."),
        ("print(one)  # refutes: one", "refutes something, but no assert ends here."),
        ("assert (  # shows: one\n    one\n)", "shows something, but no assert ends here."),
        (
            "assert one  # shows: a\nassert one  # refutes: a",
            "'a' is also the name of the assert at line 7. Give each assert its own name.",
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
