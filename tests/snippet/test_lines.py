"""Lines that no reader can see whole."""

from __future__ import annotations

import pytest

from lockstep.snippet.lines import LONGEST, bad_lines


@pytest.mark.parametrize("text", ["", "a\tb\n\x0c\r\n", "é 中 👩‍💻", "x" * LONGEST])
def test_what_can_be_seen(text):
    assert list(bad_lines(text)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\n" + "x" * 900_000, (2, "this line has 900,000 letters.", "Break it: 10,000 are the most.")),
        ("a\n\nb\u202ec", (3, "this line holds the invisible character U+202E.", "Delete it.")),
        ("\u2066", (1, "this line holds the invisible character U+2066.", "Delete it.")),
        ("\x1b[31m", (1, "this line holds the invisible character U+001B.", "Delete it.")),
    ],
)
def test_what_cannot(text, problem):
    assert list(bad_lines(text)) == [problem]
