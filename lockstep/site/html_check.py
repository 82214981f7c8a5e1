"""Check that the HTML of a built site is valid and that no Markdown was left as text.

html5lib parses each page as a browser does and lists the errors that it corrected. Markdown that was not understood is
found as text on the page, because a linter of Markdown does not know our extensions.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import html5lib
from html5lib.constants import E

from lockstep.site.built import Fault, pages

_LEFT = re.compile(  # <class 'NoneType'> is what Python prints
    r"""(?mx) \*\* | \]\( | ` | ~~~ | \{[.\#:]\w | </?(?!class\s')[a-z]+[\s>]
    | ^[ ]*(?: [-*+][ ]\S | \d+\.[ ]\S | \#{1,6}[ ]\S | \|.*\| | (?:!!!|\?\?\?\+?)[ ]\S | >[ ]\S | ---$ )"""
)
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}  # they may begin with a number
_SHOWN = {"pre", "code", "samp", "kbd", "script", "style", "svg", "math", "textarea", *_HEADINGS}


def faults(site: Path) -> Iterator[Fault]:
    """What is wrong with the pages of a site."""
    for path in pages(site):
        yield from of_page(path.relative_to(site).as_posix(), path.read_text("utf-8"))


def of_page(page: str, text: str) -> Iterator[Fault]:
    """What is wrong with a page; `text` is its HTML."""
    lines = text.split("\n")
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(text)
    for (line, column), code, data in parser.errors:
        near = lines[line - 1][max(0, column - 30) : column + 30].strip()
        what = f"this HTML is not valid: {(E[code] % data).rstrip('.')}, at {near!r}."
        yield Fault(page, line, what, "Fix what writes it.")
    for name, count in Counter(e.get("id") for e in tree.iter() if e.get("id")).items():
        if count > 1:
            what = f"the id {name!r} stands {count} times on the page."
            yield Fault(page, _line(lines, name, last=True), what, "Give each an id of its own.", name)
    for left in _left(tree.find(".//article")):
        what = f"this Markdown was left as text: {left[:60]!r}."
        todo = "Put an empty line above a block; escape a sign that is meant."
        yield Fault(page, _line(lines, left), what, todo, left)


def _left(article: ET.Element | None) -> Iterator[str]:
    """Lines of an article with Markdown in their text."""
    text = "".join(_text(article)) if article is not None else ""
    for line in text.split("\n"):
        if match := _LEFT.search(line):
            yield line[match.start() :].partition("\0")[0].strip()


def _text(element: ET.Element) -> Iterator[str]:
    """The text of an element; code and the like is replaced by a zero byte."""
    if element.tag in _SHOWN:
        yield "\0"
        return
    yield element.text or ""
    for child in element:
        yield from _text(child)
        yield child.tail or ""


def _line(lines: list[str], text: str, last: bool = False) -> int:
    numbers = [number for number, line in enumerate(lines, 1) if text in line]
    return numbers[-1 if last else 0] if numbers else 0
