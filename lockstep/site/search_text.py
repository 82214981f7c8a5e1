"""A hook of MkDocs: the search plugin reads a page without the tags that say nothing to it.

Its parser took a fifth of the CPU time of a build, most of it for the spans of highlighted code, of which it keeps the
text, and for folds that are hidden from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page

# Elements that the search plugin neither keeps, skips nor closes by itself: only what stands in them counts.
_SILENT = {"span", "b", "i", "em", "strong", "small", "mark", "samp", "kbd", "var", "time", "abbr"}
_SILENT |= {"g", "rect", "text", "tspan", "line", "circle", "path"}
_TAG = re.compile(rf'</?(?:{"|".join(sorted(_SILENT))})(?:\s(?:[^">]|"[^"]*")*)?>')
_EXCLUDED = re.compile("data-search-exclude")
_NAME = re.compile(r"<([a-z]+)\s")
_FOLD = re.compile(r'<(/?)details(?:\s((?:[^">]|"[^"]*")*))?>')
_FOR_SEARCH = "data-search-"  # begins an attribute that the plugin takes out of a page that it has read
_REST = re.compile(r'\w+="[^"]+"')  # of such an attribute
_whole: dict[str, str] = {}  # the content of the page that the plugin reads just now


def silenced(html: str) -> str:
    """A page without its hidden folds and the tags that say nothing; with them where such a tag hides its text."""
    html = "".join(_shown(html))
    return html if _SILENT.intersection(_excluded(html)) else _TAG.sub("", html)


def _excluded(html: str) -> Iterator[str]:
    """The names of the elements that are excluded from the search, and of one before a text that speaks of it."""
    for mark in _EXCLUDED.finditer(html):
        if name := _NAME.match(html, html.rfind("<", 0, mark.start())):
            yield name[1]


def _shown(html: str) -> Iterator[str]:
    """The parts of a page that stand in no fold that is excluded from the search."""
    start = depth = 0  # of folds, from an excluded one on
    for tag in _FOLD.finditer(html):
        if depth:
            depth += -1 if tag[1] else 1
            start = tag.end()
        elif "data-search-exclude" in (tag[2] or ""):
            yield html[start : tag.start()]
            depth = 1
    yield html[start:]


@event_priority(100)
def _before(context: Any, page: Page, **_: Any) -> Any:
    """Give the search plugin the text alone."""
    _whole[page.file.src_uri] = page.content or ""
    page.content = silenced(page.content or "")
    return context


@event_priority(-100)
def _after(context: Any, page: Page, **_: Any) -> Any:
    """Put the page back, without the marks for the search, as the plugin does."""
    page.content = _without_marks(_whole.pop(page.file.src_uri))
    return context


def _without_marks(html: str) -> str:
    """A page without attributes such as `data-search-exclude=""`, each with the white space before it."""
    first, *others = html.split(_FOR_SEARCH)
    parts = [first]
    for other in others:
        rest = _REST.match(other)
        if rest and parts[-1][-1:].isspace():
            parts[-1] = parts[-1][:-1]
        parts.append(other[rest.end() :] if rest else _FOR_SEARCH + other)
    return "".join(parts)


on_page_context = CombinedEvent(_before, _after)
