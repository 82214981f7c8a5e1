"""A sheet on paper: one leaf of two pages for each topic, made from the built page of the topic.

An author need not do anything for it. The text is as large as two pages allow; where even small text has no room, the
last runs stand there by their titles. `press/leaf.typ` leaves parts of the page out; this module adds a drawing from
the page Visual of the topic, and cards from its page Recall.
"""

from __future__ import annotations

import copy
import datetime
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from lockstep.markdown import modes
from lockstep.paper.clean_html import clean_page
from lockstep.paper.typst import on_both_papers, typeset
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.question.kinds import KINDS
from lockstep.question.kinds.card import Card

ENDS = ("", "-letter")  # of the name of the file on A4, and on Letter
SIZES = (9.25, 9.0, 8.75, 8.5, 8.25, 8.0)  # sizes of text in points; smaller text cannot be read on a wall
NAMED = 6  # runs, at most, that stand on a leaf by their titles alone
# Size, whether a run may be split over columns, and how many runs stand there by their titles: each takes less room.
_TRIES = (*((size, "no", 0) for size in SIZES), *((SIZES[-1], "yes", named) for named in range(NAMED + 1)))
PAGES = 2
_COUNT = re.compile(rb"/Type/Pages/Count (\d+)")
_RECORDED = re.compile(r"recorded (\d{4}-\d\d-\d\d)")
_FACTS = re.compile(r'(<p class="ls-facts"[^>]*>.*?)(?:<span class="ls-paper">.*?</span>)?(</p>)', re.S)


def leaves(site: Path, project: Project) -> Iterator[tuple[str, bytes]]:
    """Each leaf of a built site, as (path in the site, bytes), such as `pdf/ddp.pdf`.

    Raises:
        LockstepError: some sheets are longer than two pages. It is raised after all leaves are made.
    """
    problems = []
    for topic in modes.topics(project):
        content = sheet(site, topic)
        pdf, pages = fitted(content)
        if pages > PAGES:
            what = f"the sheet takes {pages} pages of paper."
            problems.append(Problem(f"docs/{topic}/index.md", 1, what, "Shorten it, or move a part to deep.md."))
        for end, cut in zip(ENDS, on_both_papers(pdf), strict=True):
            yield f"pdf/{topic}{end}.pdf", cut
    if problems:
        raise LockstepError(problems, 1)


def fitted(content: ET.Element) -> tuple[bytes, int]:
    """A leaf in the largest text that fits two pages, and its number of pages, which is larger if no text fits.

    Most sheets fit at the first try or at the next, so the search goes on from there in longer and longer steps.
    """
    first, beyond = 0, len(_TRIES)  # the first try that fits is below `beyond`, and not below `first`
    best = tried = b"", 0
    step = 1
    while first < beyond:
        place = (first + beyond) // 2 if best[0] else min(first + step - 1, beyond - 1)
        tried = _set(content, *_TRIES[place])
        if tried[1] <= PAGES:
            best, beyond = tried, place
        else:
            first, step = place + 1, 2 * step if place else 1
    return best if best[0] else tried


def _set(content: ET.Element, size: float, splits: str, named: int) -> tuple[bytes, int]:
    shown = without_last_runs(content, named)
    pdf = typeset("leaf.typ", shown, _day(content), body=str(size), splits=splits)
    match = _COUNT.search(pdf)
    assert match  # Typst writes the page tree uncompressed
    return pdf, int(match[1])


def without_last_runs(content: ET.Element, number: int) -> ET.Element:
    """The content with only the titles of its last runs, in a `p.named` each."""
    shown = copy.deepcopy(content)
    for run in shown.findall("figure[@class='run']")[-number:] if number else []:
        title = run.find("figcaption")
        assert title is not None  # each run has one
        run.clear()
        run.tag, run.attrib, run.text = "p", {"class": "named"}, title.text
        run.extend(list(title))
    return shown


def sheet(site: Path, topic: str) -> ET.Element:
    """The content of a leaf: the sheet without its links onward, a drawing, and questions to answer with a pencil."""
    page = clean_page(site, f"{topic}/")
    questions = page.findall("div[@class='question']")
    for question in questions:
        page.remove(question)
    _leave_out_tools(page)
    parts = list(page)
    heads = [number for number, part in enumerate(parts) if part.tag == "h2"]
    for part in parts[heads[-1] :]:  # the section Next
        page.remove(part)
    for parent in [*page.iter()]:
        for part in (*parent.findall("p[@data-what-if]"), *parent.findall("figure[@class='drawing']")):
            parent.remove(part)  # in the book there is room for it; a leaf has one drawing
    table = next((number for number, part in enumerate(parts) if part.tag == "table"), 0)
    drawing = clean_page(site, f"{topic}/visual/").find("figure[@class='drawing']")
    if drawing is not None:
        page.insert(next(number for number in heads if number > table), drawing)
    cards = clean_page(site, f"{topic}/recall/").findall(f"div[@class='question'][@data-kind='{Card.kind}']")
    for question in (*questions, *cards):
        drawable = question.find(".//pre") is None and question.find(".//img") is None
        if drawable and KINDS[question.get("data-kind", "")].on_paper.pencil:
            page.append(question)
    return page


def _leave_out_tools(page: ET.Element) -> None:
    """Remove each decision tree and builder of commands with its heading and the text above it: the book has them."""
    parts = list(page)
    for end, part in enumerate(parts):
        if part.get("class") in ("decide", "calculator"):
            start = max((number for number in range(end) if parts[number].tag in ("h2", "h3")), default=end)
            for inside in parts[start : end + 1]:
                page.remove(inside)


def _day(content: ET.Element) -> datetime.date:
    """The date of the latest record among the runs of a page."""
    matches = (_RECORDED.fullmatch(span.text or "") for span in content.iter("span"))
    return max(datetime.date.fromisoformat(match[1]) for match in matches if match)


def link(site: Path, project: Project) -> None:
    """Link to each leaf from the page of its topic. Called once the leaves exist, so that no link is ever dead."""
    for topic in modes.topics(project):
        path = site / topic / "index.html"
        (a4, letter) = (f"../pdf/{topic}{name}.pdf" for name in ENDS)
        shown = Markup('<span class="ls-paper">On paper, one leaf: <a href="{}">A4</a>, <a href="{}">Letter</a></span>')
        html = str(shown.format(a4, letter))
        text = _FACTS.sub(lambda match: match[1] + html + match[2], path.read_text("utf-8"), count=1)  # noqa: B023
        path.write_text(text, "utf-8", newline="\n")
