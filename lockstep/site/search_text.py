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
_EXCLUDED = re.compile(r'<([a-z]+)\s(?:[^">]|"[^"]*")*?data-search-exclude')
_FOLD = re.compile(r'<(/?)details(?:\s((?:[^">]|"[^"]*")*))?>')
_FOR_SEARCH = re.compile(r'\s?data-search-\w+="[^"]+"')  # what the plugin takes out of a page that it has read
_whole: dict[str, str] = {}  # the content of the page that the plugin reads just now


def silenced(html: str) -> str:
    """A page without its hidden folds and the tags that say nothing; with them where such a tag hides its text."""
    html = "".join(_shown(html))
    return html if _SILENT.intersection(_EXCLUDED.findall(html)) else _TAG.sub("", html)


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
    page.content = _FOR_SEARCH.sub("", _whole.pop(page.file.src_uri))
    return context


on_page_context = CombinedEvent(_before, _after)
