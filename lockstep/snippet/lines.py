"""What no line of a page, of a snippet or of its output may be: too long, or with characters that are not seen."""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.problem import INVISIBLE

LARGEST = 300_000  # bytes of a file
SEEN = "\x0c\r\u200d"  # the ends of lines and pages, and what joins two emoji to one
LONGEST = 10_000  # letters of a line: patterns take time that grows faster than a line


def bad_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Lines of a text, from 1, that are too long, or hold characters that hide or reorder others; and what to do."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST:
            yield number, f"this line has {len(line):,} letters.", f"Break it: {LONGEST:,} are the most."
        if match := next((match for match in INVISIBLE.finditer(line) if match[0] not in SEEN), None):
            yield number, f"this line holds the invisible character U+{ord(match[0]):04X}.", "Delete it."
