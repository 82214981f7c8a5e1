"""Code of a snippet as HTML: its lines without markers, key lines highlighted, and the difference of two files."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator
from typing import Any

import pygments
from markupsafe import Markup
from pygments.formatters import HtmlFormatter
from pygments.lexers import DiffLexer, PythonLexer
from pygments.token import Token

from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Region, Snippet

_LEXER = PythonLexer(stripnl=False)
_LINES = HtmlFormatter(nowrap=True)
_PLAIN = {Token.Name, Token.Punctuation, Token.Operator, Token.Text.Whitespace, Token.Name.Namespace}
_MARKER = re.compile(r"^\s*# (end)?region\b.*$")


def code(snippet: Snippet, span: Region, name: str, key: str = "hll", numbered: bool = False) -> Markup:
    """The lines to show, without markers.

    Key lines have the class `key`; by default they are highlighted. Without one nothing tells them from the others, as
    in a question, where they would give the answer away.
    `name` is the id of the block: the theme's copy button takes the nearest element that has one. `numbered` adds the
    numbers the lines have in the file.
    """
    shown = [n for n in range(span.first, span.last + 1) if not _MARKER.match(snippet.lines[n - 1])]
    texts = {n: without_marker(snippet.lines[n - 1]) for n in shown}
    filled = [n for n in shown if texts[n].strip()]
    indent = min((len(texts[n]) - len(texts[n].lstrip()) for n in filled), default=0)
    margin = re.compile(rf"^((?:<[^>]+>)*) {{{indent}}}")
    html = _highlighted(tuple(map(without_marker, snippet.lines)))
    lines = []
    for n in shown[shown.index(filled[0]) : shown.index(filled[-1]) + 1] if filled else ():
        number = Markup('<span class="linenos">{:>3} </span>').format(n) if numbered else Markup("")
        line = number + Markup(margin.sub(r"\1", html[n - 1])) + "\n"  # to format it costs more than all else of it
        is_marked = n in snippet.key_lines and key
        lines.append(Markup('<span class="{}">{}</span>').format(key, line) if is_marked else line)
    block = Markup('<div id="{}"><div class="highlight"><pre><span></span><code>{}</code></pre></div>\n</div>')
    return block.format(name, Markup("").join(lines))


@functools.lru_cache(maxsize=4096)  # a program is shown in part and whole, on its page, in a question and in the review
def _highlighted(lines: tuple[str, ...]) -> list[str]:
    """Each line of a program as HTML."""
    return pygments.format(_tokens("\n".join(lines)), _LINES).split("\n")


def _tokens(code: str) -> Iterator[tuple[Any, str]]:
    """Tokens of Python. Those that need no colour become plain text, which leaves a third of the HTML."""
    for kind, text in _LEXER.get_tokens(code):
        yield (Token.Text if kind in _PLAIN else kind), text


def highlighted(source: str) -> list[str]:
    """Each line of a program as HTML; a marker of a region is an empty line."""
    lines = source.removesuffix("\n").split("\n")
    html = _highlighted(tuple(map(without_marker, lines)))
    return ["" if _MARKER.match(line) else text for line, text in zip(lines, html, strict=False)]


def diff(before: list[str], after: list[str], name: str, around: int = 2) -> Markup:
    """The difference of two programs as a highlighted diff, with so many equal lines around each change."""
    lines = list(difflib.unified_diff(before, after, lineterm="", n=around))[2:]
    shown = "\n".join(" …" if line.startswith("@@") else line for line in lines).removeprefix(" …\n")
    shown = re.sub(r"\n +(?=\n …)|(?<=\n …)\n +(?=\n)", "", shown)  # an empty line beside a gap says nothing
    highlighted = Markup(pygments.format(DiffLexer().get_tokens(shown), HtmlFormatter(wrapcode=True)))
    return Markup('<div id="{}">{}</div>').format(name, highlighted)


def lines_of(snippet: Snippet, region: str = "") -> list[str]:
    """The program as a reader sees it: a region, the only region it has, or all below the docstring; no markers."""
    only = next(iter(snippet.regions.values())) if len(snippet.regions) == 1 else None
    span = snippet.regions.get(region) or only or Region(snippet.body_line, len(snippet.lines))
    return [without_marker(line) for line in snippet.lines[span.first - 1 : span.last] if not _MARKER.match(line)]
