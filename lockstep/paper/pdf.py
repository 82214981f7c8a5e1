"""What is printed of a built site: the book and the leaves, written into it and linked there."""

from __future__ import annotations

import datetime
import itertools
import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from lockstep.paper import sheet
from lockstep.paper.book import volumes
from lockstep.paper.typst import typeset_apart
from lockstep.problem import LockstepError, Problem, building
from lockstep.project import Project

_HOME = re.compile(r'(<span class="ls-take-book">).*?(</span>)', re.S)
_FOOTER = re.compile(r'(<div class="md-copyright__highlight">.*?)(?: · <span>The book.*?</span>)?(\s*</div>)', re.S)


def books(volumes: Sequence[ET.Element]) -> Iterator[tuple[str, bytes]]:
    """Each volume of the book on A4 and on Letter, page by page the same, as (name of the file, bytes).

    Raises:
        LockstepError: Typst rejects the content of a page.
    """
    for content in volumes:
        when = datetime.date.fromisoformat(content.get("data-date", ""))
        try:
            pdfs = typeset_apart("book.typ", content, when)
        except ValueError as error:
            problem = Problem("lockstep/paper/press/book.typ", 0, f"cannot be typeset: {error}")
            raise LockstepError([problem], 1) from error
        yield from zip(_names(content.get("data-volume", "")), pdfs, strict=True)


def _names(volume: object) -> tuple[str, str]:
    """The files of a volume, on A4 and on Letter."""
    return f"lockstep-{volume}.pdf", f"lockstep-{volume}-letter.pdf"


def link(site: Path, homes: Mapping[str, int]) -> None:
    """Link to the book from the home page and from each footer. Called once the book exists: no link is ever dead.

    Args:
        site: the folder of the built site.
        homes: the volume of each chapter, such as `{"ddp/": 1}`. A footer leads to the volume that has its page.
    """
    for path in sorted(site.rglob("index.html")):
        up = os.path.relpath(site, path.parent).replace(os.sep, "/")
        volume = homes.get(path.relative_to(site).as_posix().partition("/")[0] + "/", 1)
        footer = str(Markup(" · <span>The book, volume {}: {}</span>").format(volume, _papers(up, volume)))
        text = _between(_FOOTER, footer, path.read_text("utf-8"))
        each = (Markup("volume {} as {}").format(number, _papers(up, number)) for number in sorted(set(homes.values())))
        text = _between(_HOME, str(Markup("The book as PDFs: {}. ").format(Markup("; ").join(each))), text)
        path.write_text(text, "utf-8", newline="\n")


def _papers(up: str, volume: int) -> Markup:
    a4, letter = (f"{up}/{name}" for name in _names(volume))
    return Markup('<a href="{}">A4</a>, <a href="{}">Letter</a>').format(a4, letter)


def _between(pattern: re.Pattern[str], html: str, text: str) -> str:
    """The text with HTML between the two groups of the first match."""
    return pattern.sub(lambda match: match[1] + html + match[2], text, count=1)


def write(site: Path, project: Project) -> Iterator[tuple[Path, int]]:
    """Write the book and the leaves into a built site and lead to them; yields each file with its size in bytes.

    Raises:
        LockstepError: there is no built site, or Typst refuses what a page holds.
    """
    try:
        made = volumes(site, project)
    except FileNotFoundError as error:
        todo = f"Build the site: {building()}"
        raise LockstepError([Problem(str(error.filename), 0, "is missing.", todo)]) from error
    homes = {
        chapter.get("id", ""): number for number, volume in enumerate(made, 1) for chapter in volume.iter("chapter")
    }
    for name, pdf in itertools.chain(books(made), sheet.leaves(site, project)):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(pdf)
        yield site / name, len(pdf)
    link(site, homes)
    sheet.link(site, project)
