"""Find the fenced blocks of a Markdown page, each with its line. Pure."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OURS = {"run", "evidence", "quiz", "challenge", "review", "progress", "figure", "calculator", "error", "errors"}
FRONT = re.compile(r"\A---\n(?P<front>.*?)\n---\n", re.S)  # YAML above the text of a page
_MARKDOWN = {".markdown", ".mdown", ".mkdn", ".mkd", ".md"}
_OPEN = re.compile(r"^(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")


@dataclass(frozen=True)
class Fence:
    """A fenced block. `line` is that of its opening; `body` is without the indent of the block."""

    line: int
    kind: str  # "run", "python"; empty where the fence names none
    body: tuple[str, ...]
    closed: bool = True
    info: str = ""  # all that stands behind the opening
    indent: int = 0  # of the block: in a list or a quote

    @functools.cached_property
    def plain(self) -> tuple[str, ...]:
        """Its kind and its body as a builder hands them over: tabs are spaces."""
        return (self.kind, *(line.expandtabs(4) for line in self.body))


def fences(text: str) -> Iterator[Fence]:
    """Fenced blocks from top to bottom. What stands inside one is its body, also when it looks like a fence."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        match = _OPEN.match(lines[number].rstrip("\r").expandtabs(4))
        if not match:
            number += 1
            continue
        start = number
        number = _closing(lines, start + 1, match["fence"])
        indent = len(match["indent"])
        body = tuple(_unindent(line.rstrip("\r"), indent) for line in lines[start + 1 : number])
        info, closed = match["info"].strip(), number < len(lines)
        yield Fence(start + 1, _kind(info), body, closed, info, indent)
        number += 1


_HEADING = re.compile(r"^#{1,6} +(?P<title>.+?)(?: *\{[^}]*#(?P<id>[\w-]+)[^}]*\})? *#*$")
_MARKUP = re.compile(r"[`*]|\]\([^)]*\)|\[")


def headings(text: str) -> dict[str, str]:
    """Headings of a page by their id, as Python-Markdown makes it."""
    inside = {n for f in fences(text) for n in range(f.line, f.line + len(f.body) + 2)}
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = _HEADING.match(line) if number not in inside else None
        if match:
            title = _MARKUP.sub("", match["title"])
            found[match["id"] or _slug(title)] = title
    return found


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def pages(folder: Path) -> list[Path]:
    """All Markdown pages below a folder, sorted: what MkDocs takes for one."""
    return sorted(path for path in folder.rglob("*") if path.suffix in _MARKDOWN and path.is_file())


def _closing(lines: list[str], start: int, fence: str) -> int:
    """Index of the line that closes a fence, or the number of lines where none does."""
    for number in range(start, len(lines)):
        line = lines[number].strip().lstrip("> ")
        if line == fence:  # pymdownx.superfences takes the very same fence, unlike CommonMark
            return number
    return len(lines)


def _unindent(line: str, indent: int) -> str:
    head = line[:indent]
    return line[len(head) - len(head.lstrip(" >")) :]


def _kind(info: str) -> str:
    word = info.split()[0] if info.split() else ""
    if word.startswith("{"):
        word = next((w.strip("{}. ") for w in info.strip("{}").split() if w.startswith(".")), "")
    return word
