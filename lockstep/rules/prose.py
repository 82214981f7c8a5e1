"""The prose of a page, cut into blocks and sentences; code is dots, and addresses and what is no text are blank."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lockstep.page import FRONT, Page

CODE = "\u2022"  # stands for each letter of code
_CODE = re.compile(r"`[^`\n]*[A-Za-z(][^`\n]*`")  # a name or a formula; `8` is a number
_NO_TEXT = (
    re.compile(r"\]\([^)]*\)"),  # where a link leads
    re.compile(r"<[^>]*>|\{[^}\n]*\}"),  # elements and attributes
    re.compile(r"^\s*\d+\. |^#+ (?:\d+\.|Problem \d+)", re.M),  # numbers of lists and headings
    re.compile(r"\$[^$\n]+\$"),  # a formula
)
_BREAK = re.compile(r"\s*(?:[-*] |\d+\. |\||#|:? {3})")  # an item, a row, a heading or a definition begins
SENTENCE = re.compile(r"(?:[^.!?]|[.!?](?=\S))+[.!?]*")


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, a heading or the row of a table.

    Attributes:
        line: of its beginning.
        text: its text, in which what is no prose is blank.
        source: the same place of the file as it stands.
        head: the row of heads above the row of a table, else "".
        section: the number of the section of the second level that it stands in.
    """

    line: int
    text: str
    source: str
    head: str
    section: int

    def sentences(self) -> Iterator[tuple[int, str]]:
        """Each sentence with its line; of a row, each cell."""
        pattern = re.compile(r"[^|]+") if self.is_row else SENTENCE
        for match in pattern.finditer(self.text):
            yield self.line + self.text.count("\n", 0, match.start()), match[0]

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.text.lstrip().startswith("|")


def blocks(page: Page, bound: re.Pattern[str]) -> Iterator[Block]:
    """The blocks of a page from top to bottom. What `bound` finds is blank, too."""
    lines, sources = _prose(page, bound).split("\n"), page.text.split("\n")
    sections, start, head = _sections(page), 0, ""
    while start < len(lines):
        if not lines[start].strip():
            start, head = start + 1, ""
            continue
        end = start + 1
        while end < len(lines) and lines[end].strip() and not _BREAK.match(lines[end]):
            end += 1
        text = "\n".join(lines[start:end])
        is_row = text.lstrip().startswith("|")
        head = (head or text) if is_row else ""
        yield Block(start + 1, text, "\n".join(sources[start:end]), head, sections[start])
        start = end


def sections(page: Page) -> dict[int, int]:
    """The number of the section of each line, counted from 1."""
    return dict(enumerate(_sections(page), 1))


def _sections(page: Page) -> list[int]:
    starts = (line.startswith("## ") for line in page.without(page.fenced).split("\n"))
    return [*itertools.accumulate(map(int, starts))]


def _prose(page: Page, bound: re.Pattern[str]) -> str:
    """The text of a page in which all but prose is blank, at the same places."""
    text = FRONT.sub(_blank, page.without(page.fenced))
    for pattern in (bound, _CODE, *_NO_TEXT):
        text = pattern.sub(_coded if pattern is _CODE else _blank, text)
    return text


def without_code(text: str) -> str:
    """A text of one paragraph in which code is dots."""
    return _CODE.sub(_coded, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _coded(match: re.Match[str]) -> str:
    return CODE * len(match[0])
