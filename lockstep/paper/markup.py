"""Parse HTML into an element tree with the standard library, which is enough because our HTML is well-formed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

_VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_CASE = {name.lower(): name for name in ("viewBox", "refX", "refY", "markerWidth", "markerHeight")}
_HOLDERS = {"section", "div", "figure", "ul", "ol", "dl", "table", "thead", "tbody", "tr"}
_BLOCKS = {"p", "pre", "ul", "ol", "dl", "div", "figure", "table", "section", "h1", "h2", "h3"}


def parse(text: str) -> ET.Element:
    """The tree of one element with its content.

    Raises:
        ValueError: a tag closes nothing or is left open.
    """
    parser = _Parser()
    parser.feed(text)
    parser.close()
    if parser.open:
        raise ValueError(f"{parser.open[-1]!r} is left open")
    return parser.builder.close()


def append_text(target: ET.Element, text: str | None) -> None:
    """Append text to the content of an element."""
    if not text:
        return
    if len(target):
        target[-1].tail = (target[-1].tail or "") + text
    else:
        target.text = (target.text or "") + text


def tidy(element: ET.Element) -> None:
    """Remove white space around blocks, repeated white space between words, and empty paragraphs."""
    if element.tag == "pre":
        return
    blocks = element.tag in _HOLDERS or any(child.tag in _BLOCKS for child in element)
    element.text = _squeezed(element.text, blocks)
    for child in list(element):
        tidy(child)
        child.tail = _squeezed(child.tail, blocks)
        if child.tag == "p" and not len(child) and not (child.text or "").strip():
            element.remove(child)  # on paper it might begin a page


def _squeezed(text: str | None, blocks: bool) -> str | None:
    text = re.sub(r"\s+", " ", text) if text else None
    return None if blocks and text == " " else text


def text(element: ET.Element) -> str:
    """The whole text of an element."""
    return re.sub(r"\r\n?", "\n", "".join(element.itertext()))


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.builder = ET.TreeBuilder()
        self.open: list[str] = []

    def updatepos(self, i: int, j: int) -> int:
        """Counts no lines, which nobody asks for and which takes a seventh of the time."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {_CASE.get(name, name): value or "" for name, value in attrs})
        if tag in _VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"an end of {tag!r} closes nothing")
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)
