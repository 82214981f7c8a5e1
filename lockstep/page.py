"""A Markdown page: its front matter, its fenced blocks with their lines, its headings, its anchors."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lockstep.problem import BlockProblem, Problem
from lockstep.snippet.embed import parse_embed
from lockstep.snippet.lines import LARGEST, bad_lines

OURS = {"run", "evidence", "quiz", "challenge", "review", "map", "figure", "calculator"}
OURS |= {"decide", "mixed", "error", "errors", "launch", "log", "planner", "planner-table"}
OURS |= {"schedule-player", "script-field", "torch"}
FRONT = re.compile(r"\A---\n(?P<front>.*?)\n---\n", re.S)  # YAML above the text of a page
TIMELINE = "timeline"  # the drawing that is made from a trace; all others are made from records
BRACKETS = 500  # in a block of YAML: libyaml, which a builder calls too, goes down at some thousand levels
NUMBER_LINK = re.compile(r"""\[(?P<text>[^\[\]]+)\]\(=\s+(?P<quote>["'])(?P<claim>.*?)(?P=quote)\s*\)""", re.S)
_NAMED = re.compile(r"(?m)^(?:data:[ \t]*\[?|[ \t]*-)[ \t]*[\"']?([^\s,\]\"']+\.py)")  # the first of 'data'
_MARKDOWN = {".markdown", ".mdown", ".mkdn", ".mkd", ".md"}
_KEY = re.compile(r"(?P<key>[\w-]+):(?: +(?P<value>.*))?")
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

    @property
    def end(self) -> int:
        """The line of its closing."""
        return self.line + 1 + len(self.body)

    def placed(self, path: str, problems: Iterable[BlockProblem], head: str = "") -> list[Problem]:
        """Problems of the body as problems of its page `path`. `head` comes before each message."""
        return [Problem(path, self.line + 1 + number, head + what, todo) for number, what, todo in problems]

    def without_lines(self, path: str) -> list[Problem]:
        """A problem of its page `path` where it has lines; for a kind that takes none."""
        what = f"{self.kind}: the fence takes no lines."
        return [Problem(path, self.line + 1, what, "Leave it empty.")] if self.body else []

    def words(self, *keys: str) -> Iterator[str]:
        """Values of `key: value` lines of the body, read without YAML."""
        for line in self.body:
            key, _, value = line.partition(":")
            if key in keys:
                yield value.partition("#")[0].strip()

    @property
    def figure(self) -> str:
        """The id of the figure that it draws; empty where it names no drawing."""
        draw = next(self.words("draw"), "")
        return figure_id(draw, _NAMED.findall("\n".join(self.body))) if draw else ""

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Snippets that it shows, each with the id it stands at."""
        if self.kind == "run":
            embed = parse_embed(self.body)
            return [(name, embed.anchor) for name in (embed.name, embed.before) if name]
        if self.kind == "quiz":
            anchor = next((f"q-{value}" for value in self.words("id")), "")
            return [(value, anchor) for value in self.words("run", "broken", "fixed") if value]
        return []


def figure_id(draw: str, data: Sequence[str]) -> str:
    """The id of a figure. Many are timelines: these are told apart by the program they are of."""
    of = f"-{data[0].removesuffix('.py').rpartition('/')[2]}" if draw == TIMELINE and data else ""
    return f"fig-{draw}{of}".replace("_", "-")


@dataclass(frozen=True)
class Page:
    """The text of a page, and what is in it."""

    text: str

    @functools.cached_property
    def front(self) -> dict[str, str]:
        """Its front matter."""
        return front_matter(self.text)

    @functools.cached_property
    def fences(self) -> list[Fence]:
        """Its fenced blocks from top to bottom."""
        return list(fences(self.text))

    @functools.cached_property
    def fenced(self) -> frozenset[int]:
        """The numbers of the lines of its fenced blocks."""
        return frozenset(line for fence in self.fences for line in range(fence.line, fence.end + 1))

    def without(self, hidden: Container[int]) -> str:
        """Its text with some lines empty, so that all others keep their number."""
        lines = enumerate(self.text.split("\n"), 1)
        return "\n".join("" if number in hidden else line for number, line in lines)

    @functools.cached_property
    def ours(self) -> list[Fence]:
        """Its fences that we render."""
        return [fence for fence in self.fences if fence.kind in OURS]

    @functools.cached_property
    def shown(self) -> list[tuple[str, str]]:
        """The snippets on it, each with the id it stands at."""
        return [pair for fence in self.fences for pair in fence.shown]

    @functools.cached_property
    def headings(self) -> dict[str, str]:
        """Headings by their id."""
        return headings(self.text)

    def section(self, anchor: str) -> str:
        """The text from the heading of that id to the next of its level or above; all of the page for any other id."""
        places = list(_headings(self.text))
        here = next((place for place in places if place.id == anchor), None)
        if here is None:
            return self.text
        below = (place.line for place in places if place.line > here.line and place.level <= here.level)
        lines = self.text.split("\n")
        return "\n".join(lines[here.line - 1 : next(below, len(lines) + 1) - 1])

    @property
    def title(self) -> str:
        """Its title: that of the front matter, else its first heading."""
        return self.front.get("title") or next(iter(self.headings.values()), "")

    @functools.cached_property
    def anchors(self) -> list[str]:
        """Ids that a link can lead to: headings, runs, questions, figures, calculators and other tools."""
        ids = [*self.headings, *(anchor for _, anchor in self.shown if anchor.startswith("run-"))]
        ids += [f"q-{value}" for fence in self.fences if fence.kind == "quiz" for value in fence.words("id")]
        ids += [f"calc-{value}" for fence in self.fences if fence.kind == "calculator" for value in fence.words("id")]
        ids += ["launch-command" for fence in self.fences if fence.kind == "launch"]
        ids += ["plan" for fence in self.fences if fence.kind == "planner"]
        ids += ["schedule-player" for fence in self.fences if fence.kind == "schedule-player"]
        return [*ids, *(fence.figure for fence in self.fences if fence.kind == "figure" and fence.figure)]


class BadPage(Exception):
    """A page that is not read: its line (0 for the whole file), what is wrong, and what to do."""

    def __init__(self, line: int, what: str, todo: str) -> None:
        super().__init__(what)
        self.line, self.what, self.todo = line, what, todo


def read(path: Path) -> Page:
    """The page of a file. A file is read again only after it was saved.

    Raises:
        BadPage: it cannot be read, or holds what no page holds and no pattern shall meet.
    """
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadPage(0, f"cannot be read: {error.strerror}.", "Check the path.") from error


@functools.lru_cache(maxsize=4096)
def _read(path: Path, saved: int) -> Page:
    if path.stat().st_size > LARGEST:
        raise BadPage(0, f"is larger than {LARGEST // 1000} kB.", "Split it.")
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadPage(line, "cannot be read as UTF-8.", "Save it as UTF-8.") from error
    for problem in bad_lines(text):
        raise BadPage(*problem)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = FRONT.match(text)
    if front and front["front"].count("[") + front["front"].count("{") > BRACKETS:
        raise BadPage(2, f"front matter holds more than {BRACKETS} brackets.", "Write it flat.")
    return Page(text)


def front_matter(text: str) -> dict[str, str]:
    """The keys of the YAML above a page, read without PyYAML, which a cluster may not have.

    A value is a text without its quotes. A value of several lines, such as a mapping, is those lines as they stand.
    """
    match = FRONT.match(text)
    values: dict[str, str] = {}
    key = ""
    for line in match["front"].split("\n") if match else ():
        if start := _KEY.fullmatch(line):
            key = start["key"]
            values[key] = _unquoted((start["value"] or "").strip())
        elif key:
            values[key] = f"{values[key]}\n{line}"
    return values


def _unquoted(text: str) -> str:
    """The text of a plain or quoted scalar of YAML."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return text[1:-1].replace("''", "'") if len(text) > 1 and text[0] == text[-1] == "'" else text


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
        number = _end(lines, start + 1, match["fence"])
        indent = len(match["indent"])
        body = tuple(_unindent(line.rstrip("\r"), indent) for line in lines[start + 1 : number])
        info, closed = match["info"].strip(), number < len(lines) and _closes(lines[number], match["fence"])
        yield Fence(start + 1, _kind(info), body, closed, info, indent)
        number += closed


_HEADING = re.compile(r"^(?P<marks>#{1,6}) +(?P<title>.+?)(?: *\{[^}]*#(?P<id>[\w-]+)[^}]*\})? *#*$")
_MARKUP = re.compile(r"[`*]|\]\([^)]*\)|\[")


class _Heading(NamedTuple):
    line: int
    level: int
    id: str
    title: str


def headings(text: str) -> dict[str, str]:
    """Headings of a page by their id, as Python-Markdown makes it."""
    return {heading.id: heading.title for heading in _headings(text)}


def _headings(text: str) -> Iterator[_Heading]:
    inside = {n for f in fences(text) for n in range(f.line, f.line + len(f.body) + 2)}
    for number, line in enumerate(text.split("\n"), 1):
        match = _HEADING.match(line[:400]) if number not in inside else None
        if match:
            title = _MARKUP.sub("", match["title"])
            yield _Heading(number, len(match["marks"]), match["id"] or _slug(title), title)


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def pages(folder: Path) -> list[Path]:
    """All Markdown pages below a folder, sorted: what MkDocs takes for one. A link is none."""
    files = (path for path in folder.rglob("*") if path.suffix in _MARKDOWN and not path.is_symlink())
    return sorted(path for path in files if path.is_file())


def _end(lines: list[str], start: int, fence: str) -> int:
    """Index of the line that closes a fence or, where it was left open, opens the next; else the number of lines."""
    for number in range(start, len(lines)):
        opening = _OPEN.match(lines[number])
        if _closes(lines[number], fence) or (opening and opening["fence"] == fence):
            return number
    return len(lines)


def _closes(line: str, fence: str) -> bool:
    return line.strip().lstrip("> ") == fence  # pymdownx.superfences takes the very same fence, unlike CommonMark


def _unindent(line: str, indent: int) -> str:
    head = line[:indent]
    return line[len(head) - len(head.lstrip(" >")) :]


def _kind(info: str) -> str:
    word = info.split()[0] if info.split() else ""
    if word.startswith("{"):
        word = next((w.strip("{}. ") for w in info.strip("{}").split() if w.startswith(".")), "")
    return word
