"""What the files below docs/ may not hold: links and strange files, raw HTML that acts, code that no one runs."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

from lockstep.page import FRONT, Page, fences
from lockstep.problem import BlockProblem, Problem, did_you_mean
from lockstep.question import yaml_lines

# What a site publishes; a key or a dump that lies there by mistake is none of it.
_PUBLISHED = {".css", ".ico", ".ipynb", ".jpg", ".js", ".json", ".md", ".png", ".svg", ".txt", ".webp", ".woff2"}
_KEYS = {"description", "hide", "jupyter", "level", "search", "template", "title"}  # of front matter
_ACTS = re.compile(
    "script|style|iframe|frame|object|embed|form|input|button|textarea|link|meta|base|svg|math|template|"
    "(?P<code>pre|xmp|listing|plaintext)"
)
_EVENT = re.compile(r"on[a-z]+|srcdoc|formaction")
_SCHEME = re.compile(r"(javascript|vbscript|data):")
_NOT_OF_A_SCHEME = re.compile(r"[\x00-\x20\\]")  # a browser or Markdown leaves these out
_TARGET = re.compile(rf"(?:\]\(|\]:)<?{_SCHEME.pattern}", re.I)  # of a link in Markdown
# An attribute that Markdown gives to what stands before it, as in `{: onclick=x }`. No `one=1` is meant.
_GIVEN = re.compile(
    r"""\{[^{}\n]*?(?<=[\s"'{:])(?P<name>on[a-z]{3,}|href|src|style|srcdoc|formaction)=(?=[^\s=])""", re.I
)
_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")  # inline code, which is shown as it is
_COSTLY, _MOST = (
    "[<`",
    250,
)  # signs for each of which Python-Markdown reads on to the end of the paragraph; so many at most
_DEEP = re.compile(r"(?:[ \t]*>){9}|[ \t>]{60}|[ \t]*(?:[-*+] +){9}")
_QUOTE = re.compile(r" {0,3}(?:> ?)+")
_MARKER = re.compile(r"(?:[-*+]|\d+[.)]|!!!|\?\?\?\+?|===|:|\[\^[^\]]+\]:)(?= )")  # begins what is indented below it


def strays(root: Path) -> list[Problem]:
    """Files below docs/ that a site does not publish. A link is not followed."""
    problems, todo = list[Problem](), [root / "docs"]
    while todo:
        with os.scandir(todo.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    todo += [] if entry.name.startswith(".") else [path]
                elif why := _stray(entry):
                    problems.append(Problem(path.relative_to(root).as_posix(), 0, *why))
    return sorted(problems)


def _stray(entry: os.DirEntry) -> tuple[str, str] | None:
    if entry.is_symlink():
        return "is a link; what it leads to would be published.", "Put the file itself there."
    if not entry.is_file(follow_symlinks=False):
        return "is no plain file.", "Delete it."
    if not entry.name.startswith(".") and Path(entry.name).suffix not in _PUBLISHED:
        return "is no file of a site, and would be published.", "Move it elsewhere."
    return None


def problems(path: str, page: Page) -> Iterator[Problem]:
    """What is wrong with the text of a page as a whole."""
    yield from front_matter(path, page)
    lines = page.without(page.fenced).split("\n")
    yield from _raw(path, 0, lines)
    for fence in page.ours:
        nested = {n for inner in fences("\n".join(fence.body)) for n in range(inner.line, inner.end + 1)}
        yield from _raw(path, fence.line, [("" if n in nested else line) for n, line in enumerate(fence.body, 1)])
    for number, line in enumerate(lines, 1):
        if _DEEP.match(line):
            yield Problem(path, number, "this line is indented or quoted too deep.", "Write it flat.")
    front = page.text[: match.end()].count("\n") if (match := FRONT.match(page.text)) else 0
    yield from _costly(path, front, lines[front:])
    for fence in page.ours:
        yield from _costly(path, fence.line, fence.body) if fence.kind == "quiz" else ()
    for number in indented_code(lines):
        todo = "Put it into a fence that names its language; Python into a file under snippets/."
        yield Problem(path, number, "this indented block is code that no one runs.", todo)


def _costly(path: str, above: int, lines: Sequence[str]) -> Iterator[Problem]:
    """Paragraphs that Python-Markdown would read for seconds. `above` is the number of lines above these."""
    for number, block in _paragraphs(lines):
        sign = max(_COSTLY, key=block.count)
        if block.count(sign) > _MOST:
            what = f"this paragraph has {block.count(sign):,} times {sign!r}, and would take long to read."
            yield Problem(path, above + number, what, f"Break it: {_MOST} are the most.")


def _raw(path: str, above: int, lines: Sequence[str]) -> Iterator[Problem]:
    """Raw HTML that does something, or that hides code. `above` is the number of lines above these."""
    plain = [_SPAN.sub("", line) for line in lines]
    found = {}
    for number, line in enumerate(plain, 1):
        if match := _GIVEN.search(line):
            found[number] = _acting(f"the attribute {match['name'].lower()}")
    for number, block in _paragraphs(plain):
        if match := _TARGET.search(_NOT_OF_A_SCHEME.sub("", html.unescape(block))):
            found[number] = _acting(f"a link to {match[1].lower()}:")
    reader = _Html()
    reader.feed("\n".join(plain))
    for number, words in {**found, **reader.found}.items():
        yield Problem(path, above + number, *words)


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """What stands between blank lines, each with the number of its first line."""
    start = 0
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            continue
        if number > start:
            yield start + 1, "\n".join(lines[start:number])
        start = number + 1


class _Html(HTMLParser):
    """Reads tags as a browser does, over several lines and with references to characters; `found` is by line."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[int, tuple[str, str]] = {}

    def set_cdata_mode(self, *_: object, **__: object) -> None:
        """What stands within <script> is looked at too."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One tag."""
        typed = (self.get_starttag_text() or "")[1 : len(tag) + 1]
        if match := _ACTS.fullmatch(tag):
            todo = "Put it into a fence that names its language; Python into a file under snippets/."
            code = f"<{typed}> holds code that no one runs.", todo
            self.found.setdefault(self.getpos()[0], code if match["code"] else _acting(f"raw HTML with <{typed}>"))
        for name, value in attrs:
            scheme = _SCHEME.match(_NOT_OF_A_SCHEME.sub("", value or "").lower())
            if scheme or _EVENT.fullmatch(name):
                self.found.setdefault(self.getpos()[0], _acting(f"raw HTML with {scheme[1] if scheme else name}"))


def _acting(what: str) -> tuple[str, str]:
    return f"{what} is not published.", "Write Markdown, or `code`."


def indented_code(lines: list[str]) -> Iterator[int]:
    """Lines, from 1, at which an indented block begins that Markdown takes for code. Fences are empty lines here."""
    blank, inside, quoted, base = True, False, False, 0  # base: where the text of the list or note around a line begins
    for number, line in enumerate(lines, 1):
        text = line.expandtabs(4)
        if text.strip() and (is_quote := bool(_QUOTE.match(text))) != quoted:
            blank, inside, base, quoted = True, False, 0, is_quote
        text = _QUOTE.sub("", text, count=1)
        if not text.strip():
            blank = True
            continue
        indent = len(text) - len(text.lstrip())
        base = min(base, indent // 4 * 4) if blank else base
        is_code = indent - base >= 4 and (blank or inside)
        if is_code and not inside:
            yield number
        if not is_code and _MARKER.match(text.lstrip()):
            base = indent // 4 * 4 + 4
        inside, blank = (
            is_code,
            not is_code and text.lstrip().startswith(("#", "!!!", "???")),
        )  # these end at their line


def front_matter(path: str, page: Page) -> Iterator[Problem]:
    """Front matter is closed, is valid YAML, and has keys we know. If not, a builder prints it as text."""
    match = FRONT.match(page.text)
    if page.text.startswith("---\n") and not match:
        yield Problem(path, 1, "front matter is empty or never closed.", "End it with a line '---'.")
    if not match:
        return
    wrong = list[BlockProblem]()
    table = yaml_lines.parse(match["front"].split("\n"), wrong)
    for key in table:
        if key not in _KEYS:
            wrong.append((table.lines[key], f"there is no key {key!r}.", did_you_mean(key, _KEYS)))
    yield from (Problem(path, line + 2, f"front matter: {what}", todo) for line, what, todo in wrong)
