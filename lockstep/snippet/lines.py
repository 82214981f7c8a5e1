"""What no line of a page, of a snippet or of its output may be: too long, or with characters that are not seen."""

from __future__ import annotations

import re
from collections.abc import Iterator

LARGEST = 300_000  # bytes of a file
LONGEST = 10_000  # letters of a line: patterns take time that grows faster than a line
HIDDEN = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # control, bidi


def bad_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Lines of a text, from 1, that are too long, or hold characters that hide or reorder others; and what to do."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST:
            yield number, f"this line has {len(line):,} letters.", f"Break it: {LONGEST:,} are the most."
        if match := HIDDEN.search(line):
            yield number, f"this line holds the control character U+{ord(match[0]):04X}.", "Delete it."
