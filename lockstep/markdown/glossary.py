"""Explain each abbreviation where a page first names it, with the text of the glossary page.

A term of `docs/glossary.md` reads `DDP, DistributedDataParallel` and its meaning follows in a definition list.
Headings, links and terms get no tooltip, because it would be in the way there.

The terms become headings, because a search index is cut at headings: so a search finds each term, and each has an
address. They are not in the table of contents.
"""

from __future__ import annotations

import functools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from markdown.extensions.toc import slugify, unique
from markdown.util import AtomicString

from lockstep.markdown.conversion import TreePart
from lockstep.project import Project

PAGE = "docs/glossary.md"
_TERM = re.compile(r"(?m)^(?P<short>[A-Za-z0-9-]+), (?P<long>[^\n]+)\n:   (?P<text>[^\n]+(?:\n    [^\n]+)*)")
_SHORT = re.compile(r"[A-Za-z0-9-]*[A-Z][A-Za-z0-9-]*[A-Z0-9]\d?")
_MARKUP = re.compile(r"\]\([^)]*\)|[\[\]`*]")
_QUIET = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "dt", "summary", "details", "ls-mixed", "ls-review"}


def abbreviations(project: Project) -> dict[str, str]:
    """Each abbreviation of the glossary with its long form and the first sentence of its meaning."""
    return _abbreviations(project.texts.get(PAGE, ""))


@functools.lru_cache(maxsize=1)  # all pages ask for the same text
def _abbreviations(text: str) -> dict[str, str]:
    meanings = {}
    for match in _TERM.finditer(text):
        if _SHORT.fullmatch(match["short"]):
            meaning = _MARKUP.sub("", " ".join(match["text"].split()))
            long = match["long"][0].upper() + match["long"][1:]
            meanings[match["short"]] = f"{long}. {re.split(r'(?<=[.]) ', meaning)[0]}"
    return meanings


class Abbreviations(TreePart):
    """Marks the first mention of each abbreviation on a page."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        self.meanings = dict(abbreviations(self.conversion.project))  # those that the page has not mentioned yet
        words = sorted(self.meanings, key=len, reverse=True)
        self.mention = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
        if words:
            self.visit(root)

    def visit(self, element: ET.Element) -> None:
        """Mark what an element holds, in the order in which it is read."""
        element.text, children = self.split(element.text)
        for child in element:
            if child.tag not in _QUIET:
                self.visit(child)
            child.tail, marked = self.split(child.tail)
            children += [child, *marked]
        element[:] = children

    def split(self, text: str | None) -> tuple[str | None, list[ET.Element]]:
        """The text up to the first mention that is marked, and the marks, each with the text behind it."""
        if not text or isinstance(text, AtomicString):
            return text, []
        matches = self.mention.finditer(text)
        mentions = [(match, meaning) for match in matches if (meaning := self.meanings.pop(match[0], ""))]
        ends = [match.start() for match, _ in mentions] + [len(text)]
        marks = []
        for (match, meaning), end in zip(mentions, ends[1:], strict=True):
            mark = ET.Element("abbr", {"title": meaning})
            mark.text, mark.tail = AtomicString(match[0]), text[match.end() : end]
            marks.append(mark)
        return text[: ends[0]], marks


class Addresses(TreePart):
    """Gives each term of a definition list an address: its first name."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        known = {element.get("id", "") for element in root.iter()}
        for terms in (element for element in root.iter("dl") if not element.attrib):
            for term in terms.iter("dt"):
                term.set("id", unique(slugify("".join(term.itertext()).partition(",")[0], "-"), known))


class Terms(TreePart):
    """Turns definition lists of Markdown into headings and what stands below them. One with a class stays as it is."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        for parent in root.findall(".//dl/.."):
            opened = list[ET.Element]()
            for child in parent:
                is_terms = child.tag == "dl" and not child.attrib  # others are HTML that an author wrote
                if is_terms and opened:
                    opened[-1].set("data-search-exclude", "")  # else a search finds the heading above first
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
