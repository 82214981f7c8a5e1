"""The book as one tree: topics with their nine modes, the pages beyond one machine, errors, glossary, evidence in
short, and at the back the programs whole, hints and the key. From the built site and the records; how it looks is said
in `lockstep/paper/press/book.typ`.

`chapter`: `data-kind`, `id`, `data-title`; holds `section.page`, `group` (`data-title`) and what its kind is of.
"""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from lockstep.markdown import modes, practice
from lockstep.paper import answer_key, book_index, markup, maths
from lockstep.paper.clean_html import flat, settle
from lockstep.project import Project
from lockstep.record.record import Record, recorded_profiles

_GUIDES = ("errors/hangs/", "errors/guilty/")  # pages of the errors that are no entry


def book(site: Path, project: Project) -> ET.Element:
    """The whole book. `data-date` is that of the newest record, `data-version` that of the package.

    Raises:
        OSError: a page is missing from the site.
    """
    made = list(_records(project))
    version = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    root = ET.Element("book", {"data-date": max(one.date for one in made), "data-version": version})
    root.set("data-wordmark", (project.root / "docs/assets/wordmark.svg").read_text("utf-8"))
    environments = ET.SubElement(root, "environments")
    for name in sorted({environment(one) for one in made}):
        ET.SubElement(environments, "li").text = name
    for topic in modes.topics(project):
        _topic(root, site, topic, practice.title(project, topic))
    _machines(root, site, project)
    _errors(root, site)
    _glossary(root, site)
    pages = list(root.iter("section"))
    _evidence(root, project)
    _programs(root, pages)
    _key(root, pages)
    for formulas in (one for page in pages for one in page.iter("ul") if one.get("class") == "formulas"):
        for code in formulas.iter("code"):
            code.set("data-maths", maths.typeset(code.text or ""))
    book_index.mark(pages, book_index.names(one.source for one in project.snippets.values()))
    settle(root)
    return root


def environment(one: Record) -> str:
    """Where a run was made: device, torch, Python, system."""
    env = one.environment
    device = f"CPU {env['cpu']}, {env['cores']} cores" if one.profile == "cpu" else f"{one.profile}, CPU {env['cpu']}"
    return f"{device} · torch {env['torch']} · Python {env['python']} · {env['os']}"


def _records(project: Project) -> Iterator[Record]:
    for profile in recorded_profiles(project.root):
        for one in project.snippets.values():
            if found := project.record(one, profile):
                yield found


def _chapter(root: ET.Element, kind: str, name: str, title: str) -> ET.Element:
    return ET.SubElement(root, "chapter", {"data-kind": kind, "id": name, "data-title": title})


def _topic(root: ET.Element, site: Path, topic: str, title: str) -> None:
    chapter = _chapter(root, "topic", f"{topic}/", title)
    for mode, name in modes.MODES.items():
        page = flat(site, f"{topic}/" if name == "index.md" else f"{topic}/{name.removesuffix('.md')}/")
        head = next(page.iter("h1"))
        head.clear()
        head.text = mode  # the chapter says of what
        if name == "index.md":
            page.set("id", f"{topic}/learn")  # the chapter has its address
        chapter.append(page)


def _machines(root: ET.Element, site: Path, project: Project) -> None:
    """The pages beyond one machine, in the order of the navigation."""
    chapter = _chapter(root, "machines", "machines/", "GPUs and clusters")
    for name in re.findall(r"machines/([\w-]+)\.md", (project.root / "mkdocs.yml").read_text("utf-8")):
        page = flat(site, f"machines/{name}/" if name != "index" else "machines/")
        page.set("id", f"machines/{name}/")  # the chapter has the address of the folder
        chapter.append(page)


def _errors(root: ET.Element, site: Path) -> None:
    """The guides, then the entries by when they strike, in the order of their list on the site."""
    index = flat(site, "errors/")
    chapter = _chapter(root, "errors", "errors/", "Errors")
    chapter.extend(flat(site, address) for address in _GUIDES)
    group = chapter
    for part in index:
        if part.tag == "h2":
            group = ET.SubElement(chapter, "group", {"id": part.get("id", ""), "data-title": markup.text(part)})
        elif part.get("class") == "errors":
            for item in part.iter("li"):
                group.append(flat(site, item[0].get("href", "")[1:]))


def _glossary(root: ET.Element, site: Path) -> None:
    page = flat(site, "glossary/")
    first = next(place for place, part in enumerate(page) if part.tag == "h2")
    page[:first] = []  # it tells of tooltips
    page.set("class", "glossary")
    _chapter(root, "glossary", "glossary/", "Glossary").append(page)


def _evidence(root: ET.Element, project: Project) -> None:
    """A row for each folder of snippets: how many, how many proved where, how many not yet on a GPU, the newest run."""
    table = ET.SubElement(_chapter(root, "evidence", "evidence/", "Evidence in short"), "table")
    _row(table, "th", "Programs of", "number", "proved", "ranks", "not yet on a GPU", "newest run")
    folders: dict[str, list[str]] = {}
    for name in project.snippets:
        folders.setdefault(name.partition("/")[0], []).append(name)
    for folder, names in folders.items():
        made = [one for one in _records(project) if one.snippet in names]
        waiting = sum(bool(project.awaiting(name)) for name in names)
        proved = len({one.snippet for one in made})
        ranks = sum(len(one.ranks) for one in made)
        title = practice.title(project, folder) if folder in modes.topics(project) else folder.capitalize()
        _row(table, "td", title, len(names), proved, ranks, waiting, max(one.date for one in made))


def _row(table: ET.Element, tag: str, *cells: object) -> None:
    row = ET.SubElement(table, "tr")
    for cell in cells:
        ET.SubElement(row, tag, {"class": "number"} if cell is not cells[0] else {}).text = str(cell)


def _programs(root: ET.Element, pages: list[ET.Element]) -> None:
    """Each program once, whole, unless a page shows all but its head. Their figures say where in `data-program`."""
    found: dict[str, ET.Element] = {}
    places: dict[str, str] = {}
    for page in pages:
        for run in page.iter("figure"):
            file = next((part for part in run if part.get("class") == "file"), None)
            if file is None:
                continue
            run.remove(file)
            name = file.get("data-name", "").removeprefix("snippets/")
            run.set("data-name", name)
            if _whole(run, file):
                places[name] = run.get("id", "")
            found.setdefault(name, file)
    titles = {one.get("id", ""): one.get("data-title", "") for one in root.iter("chapter")}
    chapter = _chapter(root, "programs", "programs/", "Programs")
    group = chapter
    for name in sorted(set(found) - set(places)):
        folder = name.partition("/")[0]
        if group.get("id") != f"programs/{folder}":
            title = titles.get(f"{folder}/", folder)
            group = ET.SubElement(chapter, "group", {"id": f"programs/{folder}", "data-title": title})
        found[name].attrib = {"class": "program", "id": f"program/{name}", "data-name": name}
        group.append(found[name])
        places[name] = f"program/{name}"
    for page in pages:
        for run in page.iter("figure"):
            if place := places.get(run.get("data-name", "")):
                run.set("data-program", place)


def _whole(run: ET.Element, file: ET.Element) -> bool:
    """Whether a run shows all of its program but the docstring and the settings above it."""
    shown, source = (next(part.iter("pre")).text or "" for part in (run, file))
    above = source.removesuffix(shown).split('"""')[-1].split("\n")
    return source.endswith(shown) and all(line.startswith("#") for line in above if line)


def _key(root: ET.Element, pages: list[ET.Element]) -> None:
    """Hints and answers, by the chapters that ask."""
    titles = {chapter.get("id", ""): chapter.get("data-title", "") for chapter in root.iter("chapter")}
    hints, keys = answer_key.taken(answer_key.numbered(pages))
    for kind, title, found in (("hints", "Hints", hints), ("key", "Answers", keys)):
        chapter = _chapter(root, kind, f"{kind}/", title)
        group = chapter
        for one in found:
            folder = one.get("data-question", "").partition("/")[0] + "/"
            if group.get("data-title") != titles[folder]:
                group = ET.SubElement(chapter, "group", {"id": f"{kind}/{folder}", "data-title": titles[folder]})
            group.append(one)
