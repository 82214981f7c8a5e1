"""The book as an XML tree for each volume: topics with their nine modes, pages beyond one machine, errors, glossary and
evidence; at the back of each volume hints and answers. It is made from the built site and the records, and
`press/book.typ` lays it out.

Each `chapter` has `data-kind`, `id` and `data-title`. It contains pages (`section.page`), groups (`group`, with
`data-title`) and the elements of its kind.
"""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from lockstep.markdown import modes, practice
from lockstep.paper import answer_key, book_index, markup
from lockstep.paper.clean_html import clean_page, drop_dead_links
from lockstep.paper.volumes import in_volumes, name_other_volumes
from lockstep.project import Project
from lockstep.record.record import Record, recorded_profiles

_GUIDES = ("errors/hangs/", "errors/guilty/")  # pages of the error index that are not entries


def volumes(site: Path, project: Project) -> list[ET.Element]:
    """The volumes of the book, each with hints, answers and index of its own.

    Attributes of each: `data-date` is the date of the newest record, `data-version` the version of the package,
    `data-volume` its number from 1, `data-of` their number.

    Raises:
        OSError: a page is missing from the site.
    """
    whole = _whole(site, project)
    head = _head(project)
    groups = in_volumes(list(whole))
    made = []
    for number, chapters in enumerate(groups, 1):
        root = ET.Element("book", {**head.attrib, "data-volume": str(number), "data-of": str(len(groups))})
        root.extend([*head, *chapters])
        _key(root, list(root.iter("section")))
        made.append(root)
    name_other_volumes(made)
    return made


def _head(project: Project) -> ET.Element:
    """What all volumes say of the book: version, date of the newest record, environments of the runs."""
    records = list(_records(project))
    version = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    root = ET.Element("book", {"data-date": max(record.date for record in records), "data-version": version})
    root.set("data-wordmark", (project.root / "docs/assets/wordmark.svg").read_text("utf-8"))
    environments = ET.SubElement(root, "environments")
    for name in sorted({environment(record) for record in records}):
        ET.SubElement(environments, "li").text = name
    return root


def _whole(site: Path, project: Project) -> ET.Element:
    """All chapters. Of a program they hold what a page shows; the command of a run names the file that has the rest."""
    root = ET.Element("whole")
    for number, topic in enumerate(modes.topics(project), 1):
        _topic(root, site, topic, practice.title(project, topic)).set("data-number", str(number))
    _machines(root, site, project)
    _errors(root, site)
    _glossary(root, site)
    pages = list(root.iter("section"))
    _evidence(root, project)
    sources = (snippet.source for snippet in project.snippets.values())
    book_index.mark_terms(pages, book_index.interface_names(sources))
    drop_dead_links(root)
    return root


def environment(record: Record) -> str:
    """The environment of a record in a line: device, torch, Python, operating system."""
    env = record.environment
    cpu = f"CPU {env['cpu']}"
    device = f"{cpu}, {env['cores']} cores" if record.profile == "cpu" else f"{record.profile}, {cpu}"
    return f"{device} · torch {env['torch']} · Python {env['python']} · {env['os']}"


def _records(project: Project) -> Iterator[Record]:
    for profile in recorded_profiles(project.root):
        for snippet in project.snippets.values():
            if record := project.record(snippet, profile):
                yield record


def _chapter(root: ET.Element, kind: str, name: str, title: str) -> ET.Element:
    return ET.SubElement(root, "chapter", {"data-kind": kind, "id": name, "data-title": title})


def _topic(root: ET.Element, site: Path, topic: str, title: str) -> ET.Element:
    chapter = _chapter(root, "topic", f"{topic}/", title)
    for mode, name in modes.MODES.items():
        page = clean_page(site, f"{topic}/" if name == "index.md" else f"{topic}/{name.removesuffix('.md')}/")
        head = next(page.iter("h1"))
        head.clear()
        head.text = mode  # the chapter has the name of the topic
        if name == "index.md":
            page.set("id", f"{topic}/learn")  # the chapter has its address
        chapter.append(page)
    return chapter


def _machines(root: ET.Element, site: Path, project: Project) -> None:
    """The pages beyond one machine, in the order of the navigation."""
    chapter = _chapter(root, "machines", "machines/", "GPUs and clusters")
    for name in re.findall(r"machines/([\w-]+)\.md", (project.root / "mkdocs.yml").read_text("utf-8")):
        page = clean_page(site, f"machines/{name}/" if name != "index" else "machines/")
        page.set("id", f"machines/{name}/")  # the chapter has the address of the folder
        chapter.append(page)


def _errors(root: ET.Element, site: Path) -> None:
    """The guides, then the entries by when they strike, in the order of their list on the site."""
    index = clean_page(site, "errors/")
    chapter = _chapter(root, "errors", "errors/", "Errors")
    chapter.extend(clean_page(site, address) for address in _GUIDES)
    group = chapter
    for part in index:
        if part.tag == "h2":
            group = ET.SubElement(chapter, "group", {"id": part.get("id", ""), "data-title": markup.text(part)})
        elif part.get("class") == "errors":
            for item in part.iter("li"):
                group.append(clean_page(site, item[0].get("href", "")[1:]))


def _glossary(root: ET.Element, site: Path) -> None:
    page = clean_page(site, "glossary/")
    first = next(place for place, part in enumerate(page) if part.tag == "h2")
    page[:first] = []  # the text above the first heading is about tooltips
    page.set("class", "glossary")
    _chapter(root, "glossary", "glossary/", "Glossary").append(page)


def _evidence(root: ET.Element, project: Project) -> None:
    """A row for each folder of snippets: number, proved, ranks, those not yet recorded on a GPU, and newest run."""
    table = ET.SubElement(_chapter(root, "evidence", "evidence/", "Evidence in short"), "table")
    _row(table, "th", "Programs of", "number", "proved", "ranks", "not yet on a GPU", "newest run")
    folders: dict[str, list[str]] = {}
    for name in project.snippets:
        folders.setdefault(name.partition("/")[0], []).append(name)
    for folder, names in folders.items():
        records = [record for record in _records(project) if record.snippet in names]
        awaiting = sum(bool(project.awaiting(name)) for name in names)
        proved = len({record.snippet for record in records})
        ranks = sum(len(record.ranks) for record in records)
        title = practice.title(project, folder) if folder in modes.topics(project) else folder.capitalize()
        newest = max((record.date for record in records), default="none")
        _row(table, "td", title, len(names), proved, ranks, awaiting, newest)


def _row(table: ET.Element, tag: str, *cells: object) -> None:
    row = ET.SubElement(table, "tr")
    for cell in cells:
        ET.SubElement(row, tag, {"class": "number"} if cell is not cells[0] else {}).text = str(cell)


def _key(root: ET.Element, pages: list[ET.Element]) -> None:
    """Add the hints and the answers, grouped by the chapter of their question."""
    titles = {chapter.get("id", ""): chapter.get("data-title", "") for chapter in root.iter("chapter")}
    hints, keys = answer_key.take_answers(answer_key.number_questions(pages))
    for kind, title, answers in (("hints", "Hints", hints), ("key", "Answers", keys)):
        chapter = _chapter(root, kind, f"{kind}/", title)
        group = chapter
        for answer in answers:
            folder = answer.get("data-question", "").partition("/")[0] + "/"
            if group.get("data-title") != titles[folder]:
                group = ET.SubElement(chapter, "group", {"id": f"{kind}/{folder}", "data-title": titles[folder]})
            group.append(answer)
