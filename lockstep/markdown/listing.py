"""Code of a snippet as HTML: its lines without markers, key lines highlighted, and the difference of two files."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import DiffLexer, PythonLexer
from pygments.token import Token

from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Region, Snippet

_LEXER = PythonLexer()
_PLAIN = {Token.Name, Token.Punctuation, Token.Operator, Token.Text.Whitespace, Token.Name.Namespace}
_MARKER = re.compile(r"^\s*# (end)?region\b.*$")


def code(one: Snippet, span: Region, name: str, plain: bool = False, numbered: bool = False) -> str:
    """The lines to show, without markers, with the key lines highlighted unless `plain`: in a question they would tell.

    `name` is the id of the block: the theme's copy button takes the nearest element that has one. `numbered` adds the
    numbers the lines have in the file.
    """
    shown = [
        (n, line) for n, line in enumerate(one.lines, 1) if span.first <= n <= span.last and not _MARKER.match(line)
    ]
    texts = [without_marker(line) for n, line in shown]
    indent = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    marked = [place for place, (n, _) in enumerate(shown, 1) if n in one.key_lines and not plain]
    code = "\n".join(text[indent:] for text in texts).strip("\n")
    formatter = HtmlFormatter(cssclass="highlight", wrapcode=True, hl_lines=marked)
    html = pygments.format(_tokens(code), formatter)
    return f'<div id="{name}">{_numbered(html, [n for n, _ in shown]) if numbered else html}</div>'


def _numbered(html: str, numbers: list[int]) -> str:
    """Each line behind the number it has in the file; Pygments would count on where a marker was left out."""
    head, code, tail = re.split(r"(?<=<code>)|(?=</code>)", html)
    lines = (f'<span class="linenos">{n:>3} </span>{line}' for n, line in zip(numbers, code.split("\n"), strict=False))
    return head + "\n".join(lines) + "\n" + tail


def _tokens(code: str) -> Iterator[tuple[Any, str]]:
    """Tokens of Python, with those that need no colour as plain text: a third of the HTML that Pygments would write."""
    for kind, text in _LEXER.get_tokens(code):
        yield (Token.Text if kind in _PLAIN else kind), text


def diff(before: list[str], after: list[str], name: str) -> str:
    """What turns one program into the other, as a highlighted diff."""
    lines = list(difflib.unified_diff(before, after, lineterm="", n=2))[2:]
    shown = "\n".join(line for line in lines if not line.startswith("@@"))
    return f'<div id="{name}">{pygments.format(DiffLexer().get_tokens(shown), HtmlFormatter(wrapcode=True))}</div>'


def lines_of(one: Snippet, region: str = "") -> list[str]:
    """The program as a reader sees it: a region, the only region it has, or all below the docstring; no markers."""
    found = one.regions.get(region) or (next(iter(one.regions.values())) if len(one.regions) == 1 else None)
    span = found or Region(one.body_line, len(one.lines))
    return [without_marker(line) for line in one.lines[span.first - 1 : span.last] if not _MARKER.match(line)]
