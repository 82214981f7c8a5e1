"""What is printed of a built site: the book and the leaves, written into it and linked there."""

from __future__ import annotations

import datetime
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from lockstep.paper import sheet
from lockstep.paper.book import book
from lockstep.paper.typst import squeezed, typeset
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

BOOKS = {"a4": "lockstep.pdf", "us-letter": "lockstep-letter.pdf"}  # by the name of the paper in Typst
_HOME = re.compile(r'(<span class="ls-take-book">).*?(</span>)', re.S)
_FOOTER = re.compile(r'(<div class="md-copyright__highlight">.*?)(?: · <span>The book: .*?</span>)?(\s*</div>)', re.S)


def books(site: Path, project: Project) -> Iterator[tuple[str, bytes]]:
    """The book on each size of paper, as (name of the file, bytes).

    Raises:
        LockstepError: a page is missing, or Typst rejects the content of a page.
    """
    try:
        content = book(site, project)
        when = datetime.date.fromisoformat(content.get("data-date", ""))
        for paper, name in BOOKS.items():
            yield name, squeezed(typeset("book.typ", content, when, paper=paper))
    except FileNotFoundError as error:
        raise LockstepError([Problem(str(error.filename), 0, "is missing.", "Build the site: nox -s site")]) from error
    except ValueError as error:
        raise LockstepError([Problem("lockstep/paper/press/book.typ", 0, f"cannot be typeset: {error}")], 1) from error


def link(site: Path) -> None:
    """Link to the book from the home page and from each footer. Called once the book exists: no link is ever dead."""
    for path in sorted(site.rglob("index.html")):
        up = os.path.relpath(site, path.parent).replace(os.sep, "/")
        a4, letter = (f"{up}/{BOOKS[paper]}" for paper in ("a4", "us-letter"))
        shown = str(Markup('<a href="{}">A4</a>, <a href="{}">Letter</a>').format(a4, letter))
        footer = str(Markup(" · <span>The book: {}</span>").format(Markup(shown)))
        text = _between(_FOOTER, footer, path.read_text("utf-8"))
        text = _between(_HOME, f"The book as a PDF: {shown}. ", text)
        path.write_text(text, "utf-8", newline="\n")


def _between(pattern: re.Pattern[str], html: str, text: str) -> str:
    """The text with HTML between the two groups of the first match."""
    return pattern.sub(lambda match: match[1] + html + match[2], text, count=1)


def write(site: Path, project: Project) -> Iterator[tuple[Path, int]]:
    """Write the book and the leaves into a built site and lead to them; yields each file with its size in bytes.

    Raises:
        LockstepError: there is no built site, or Typst refuses what a page holds.
    """
    for name, pdf in itertools.chain(books(site, project), sheet.leaves(site, project)):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(pdf)
        yield site / name, len(pdf)
    link(site)
    sheet.link(site, project)
