"""What is printed: `python -m lockstep.paper.pdf site` writes book and leaves of a built site, and links them there."""

from __future__ import annotations

import argparse
import datetime
import itertools
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lockstep.paper import sheet
from lockstep.paper.book import book
from lockstep.paper.typst import squeezed, typeset
from lockstep.problem import LockstepError, Problem, tells
from lockstep.project import Project, find_root

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
        shown = ", ".join(
            f'<a href="{up}/{BOOKS[paper]}">{word}</a>' for paper, word in (("a4", "A4"), ("us-letter", "Letter"))
        )
        text = _FOOTER.sub(rf"\g<1> · <span>The book: {shown}</span>\g<2>", path.read_text("utf-8"), count=1)
        text = _HOME.sub(rf"\g<1>The book as a PDF: {shown}. \g<2>", text, count=1)
        path.write_text(text, "utf-8", newline="\n")


@tells
def main(args: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lockstep.paper.pdf", description=__doc__)
    parser.add_argument("site", type=Path, help="folder of the built site")
    site = parser.parse_args(args).site
    project = Project(find_root())
    for name, pdf in itertools.chain(books(site, project), sheet.leaves(site, project)):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(pdf)
        print(f"{site / name}: {len(pdf) / 1e6:.1f} MB")
    link(site)
    sheet.link(site, project)
    return 0


if __name__ == "__main__":
    sys.exit(main())
