"""A sheet alone on paper: one leaf of two pages for each topic, made from its built page.

Its author does nothing for it. The text is as large as two pages allow. What a leaf leaves out is said for all topics
in `lockstep/paper/press/leaf.typ`; here is what it adds: a drawing of the topic's Visual, and cards of its Recall.
"""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from lockstep.markdown import modes
from lockstep.paper.clean_html import flat
from lockstep.paper.typst import typeset
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

PAPERS = {"a4": "", "us-letter": "-letter"}  # as Typst calls them: how the name of the file ends
SIZES = (9.25, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5)  # of text, in points; below that nobody reads it on a wall
_TRIES = (*((size, "no") for size in SIZES), (SIZES[-1], "yes"))  # at last a run may be split over two columns
PAGES = 2
_WITH_A_PENCIL = {"card", "choice", "multi", "numeric", "order"}  # kinds of questions
_COUNT = re.compile(rb"/Type/Pages/Count (\d+)")
_FACTS = re.compile(r'(<p class="ls-facts">.*?)(?:<span class="ls-paper">.*?</span>)?(</p>)', re.S)


def leaves(site: Path, project: Project) -> Iterator[tuple[str, bytes]]:
    """Each leaf of a built site, with its path there: `pdf/ddp.pdf`.

    Raises:
        LockstepError: sheets that are too long for two pages; when all have been made.
    """
    problems = []
    for topic in modes.topics(project):
        content = sheet(site, topic)
        for paper, name in PAPERS.items():
            pdf, pages = fitted(content, paper)
            if pages > PAGES:
                what = f"the sheet takes {pages} pages on {paper} paper."
                problems.append(Problem(f"docs/{topic}/index.md", 1, what, "Shorten it, or move a part to deep.md."))
            yield f"pdf/{topic}{name}.pdf", pdf
    if problems:
        raise LockstepError(problems, 1)


def fitted(content: ET.Element, paper: str) -> tuple[bytes, int]:
    """A leaf in the largest text that two pages hold, and its number of pages; more than two in the smallest text."""
    first, beyond = 0, len(_TRIES)  # the first that fits lies between; beyond them all, if none does
    found = tried = b"", 0
    while first < beyond:
        middle = (first + beyond) // 2
        tried = _set(content, paper, *_TRIES[middle])
        if tried[1] <= PAGES:
            found, beyond = tried, middle
        else:
            first = middle + 1
    return found if found[0] else tried


def _set(content: ET.Element, paper: str, size: float, splits: str) -> tuple[bytes, int]:
    pdf = typeset("leaf.typ", content, _day(content), paper=paper, body=str(size), splits=splits)
    match = _COUNT.search(pdf)
    assert match  # Typst writes the tree of pages plainly
    return pdf, int(match[1])


def sheet(site: Path, topic: str) -> ET.Element:
    """What a leaf is made from: the sheet without its links onward, a drawing, and questions for a pencil."""
    page = flat(site, f"{topic}/")
    asked = page.findall("div[@class='question']")
    for one in asked:
        page.remove(one)
    parts = list(page)
    heads = [number for number, one in enumerate(parts) if one.tag == "h2"]
    for one in parts[heads[-1] :]:  # Next
        page.remove(one)
    table = next((number for number, one in enumerate(parts) if one.tag == "table"), 0)
    drawing = flat(site, f"{topic}/visual/").find("figure[@class='drawing']")
    if drawing is not None:
        page.insert(next(number for number in heads if number > table), drawing)
    cards = flat(site, f"{topic}/recall/").findall("div[@class='question'][@data-kind='card']")
    for one in (*asked, *cards):
        if one.get("data-kind") in _WITH_A_PENCIL and one.find(".//pre") is None and one.find(".//img") is None:
            page.append(one)
    return page


def _day(content: ET.Element) -> datetime.date:
    """When the latest of its runs was recorded."""
    facts = (one.text or "" for one in content.iter("span"))
    return max(datetime.date.fromisoformat(fact[-10:]) for fact in facts if fact.startswith("recorded "))


def link(site: Path, project: Project) -> None:
    """Lead to each leaf from the page of its topic. Called when they are there, so that no link is ever dead."""
    for topic in modes.topics(project):
        path = site / topic / "index.html"
        (a4, letter) = (f"../pdf/{topic}{name}.pdf" for name in PAPERS.values())
        shown = f'On paper, one leaf: <a href="{a4}">A4</a>, <a href="{letter}">Letter</a>'
        text = _FACTS.sub(rf'\g<1><span class="ls-paper">{shown}</span>\g<2>', path.read_text("utf-8"), count=1)
        path.write_text(text, "utf-8", newline="\n")
