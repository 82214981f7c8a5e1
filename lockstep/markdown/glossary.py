"""Abbreviations explained where a page first names them, from the glossary page: no second list to keep true.

A term of `docs/glossary.md` reads `DDP, DistributedDataParallel` and its meaning follows in a definition list. The
`abbr` extension of Python-Markdown marks the abbreviations; here all but the first on a page are unmarked again, and
those in headings, links and terms, where a tooltip would be in the way.

The terms become headings, not in the table of contents: a search index is cut at headings, so each term is found by
itself, and each has an address.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.extensions.abbr import AbbrExtension
from markdown.extensions.toc import slugify, unique
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from lockstep.project import find_root

PAGE = "docs/glossary.md"
_TERM = re.compile(r"(?m)^(?P<short>[A-Za-z0-9-]+), (?P<long>[^\n]+)\n:   (?P<text>[^\n]+(?:\n    [^\n]+)*)")
_SHORT = re.compile(r"[A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*[A-Z0-9]\d?")
_MARKUP = re.compile(r"\]\([^)]*\)|[\[\]`*]")
_QUIET = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "dt", "summary", "details", "ls-review"}


def abbreviations(root: Path) -> dict[str, str]:
    """Each abbreviation of the glossary with its long form and the first sentence of its meaning."""
    path = root / PAGE
    text = path.read_text("utf-8") if path.is_file() else ""
    found = {}
    for match in _TERM.finditer(text):
        if _SHORT.fullmatch(match["short"]):
            meaning = _MARKUP.sub("", " ".join(match["text"].split()))
            long = match["long"][0].upper() + match["long"][1:]
            found[match["short"]] = f"{long}. {re.split(r'(?<=[.]) ', meaning)[0]}"
    return found


class GlossaryExtension(Extension):
    """Explain the abbreviations of the glossary, once a page."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the `abbr` extension with the glossary, and what unmarks the repeats."""
        AbbrExtension(glossary=abbreviations(find_root())).extendMarkdown(md)
        md.treeprocessors.register(_Once(md), "lockstep-glossary", 6.5)  # after `abbr` (7)
        md.treeprocessors.register(_Addresses(md), "lockstep-addresses", 5.5)  # before MkDocs gathers them (5)
        md.treeprocessors.register(_Terms(md), "lockstep-terms", 4.5)  # after `toc` (5)


def makeExtension(**kwargs: Any) -> GlossaryExtension:
    """The entry point Python-Markdown looks for."""
    return GlossaryExtension(**kwargs)


class _Once(Treeprocessor):
    """Leaves the first mark of each abbreviation on a page."""

    def run(self, root: ET.Element) -> None:
        self.seen: set[str] = set()
        self.visit(root, quiet=False)

    def visit(self, parent: ET.Element, quiet: bool) -> None:
        for child in list(parent):
            if child.tag != "abbr":
                self.visit(child, quiet or child.tag in _QUIET)
            elif quiet or (child.text or "") in self.seen:
                _unwrap(parent, child)
            else:
                self.seen.add(child.text or "")


def _unwrap(parent: ET.Element, child: ET.Element) -> None:
    """Put the text of an element in its place."""
    place, text = list(parent).index(child), (child.text or "") + (child.tail or "")
    parent.remove(child)
    if place:
        parent[place - 1].tail = (parent[place - 1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


class _Addresses(Treeprocessor):
    """Gives each term of a definition list an address: its first name."""

    def run(self, root: ET.Element) -> None:
        known = {element.get("id", "") for element in root.iter()}
        for terms in (one for one in root.iter("dl") if not one.attrib):
            for term in terms.iter("dt"):
                term.set("id", unique(slugify("".join(term.itertext()).partition(",")[0], "-"), known))


class _Terms(Treeprocessor):
    """Turns definition lists of Markdown into headings and what stands below them. One with a class stays as it is."""

    def run(self, root: ET.Element) -> None:
        for parent in root.findall(".//dl/.."):
            opened = list[ET.Element]()
            for child in parent:
                is_terms = child.tag == "dl" and not child.attrib  # others are HTML that an author wrote
                if is_terms and opened:
                    opened[-1].set("data-search-exclude", "")  # a heading over terms would be found before them
                opened += _opened(child) if is_terms else [child]
            parent[:] = opened


def _opened(terms: ET.Element) -> Iterator[ET.Element]:
    for child in terms:
        if child.tag == "dt":
            child.tag = "h3"
            child.set("class", "ls-term")
            here = {"class": "headerlink", "href": f"#{child.get('id')}", "title": "Permanent link"}
            ET.SubElement(child, "a", here).text = AtomicString("¶")
        else:
            child.tag = "div" if len(child) and child[0].tag == "p" else "p"
        yield child
