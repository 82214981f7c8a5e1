"""The nine modes of a topic: a page each, and under the title of each page a strip that leads to the others.

Beside the strip stand the level, the minutes that the page takes, counted from what is on it, and the date since which
all its runs have been as they are.
"""

from __future__ import annotations

import math
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString

from lockstep.markdown import here
from lockstep.page import FRONT, fences
from lockstep.problem import Problem
from lockstep.project import Page, Project, find_root
from lockstep.question import bank
from lockstep.question.question import Question
from lockstep.record import notebook

MODES = {
    "Learn": "index.md",
    "Why": "why.md",
    "Deep": "deep.md",
    "Visual": "visual.md",
    "Try": "try.md",
    "Challenge": "challenge.md",
    "Project": "project.md",
    "Recall": "recall.md",
    "Perf": "perf.md",
}
LONGEST_SHEET = 1200  # words
_WORDS = 200  # read in a minute: technical text
_RUN, _CELL = 20, 60  # seconds to take in a run, to run and read a cell
_SECONDS = {"card": 10, "explain": 120}  # to answer; all other kinds take 45
_PRIORITY = 29  # before the fences are rendered (28)
_MARK = "{ls-modes}"


def topics(project: Project) -> list[str]:
    """The topics on the map of the home page, in its order."""
    home = project.pages.get("docs/index.md")
    text = "\n".join("\n".join(block.body) for block in home.ours if block.kind == "progress") if home else ""
    return re.findall(r"(?m)^topic: *([a-z0-9-]+) *$", text)


def problems(project: Project) -> Iterator[Problem]:
    """What the topics of a project lack."""
    known = topics(project)
    by_page: dict[str, list[Question]] = {}
    for one in bank.questions(project)[0]:
        by_page.setdefault(one.path, []).append(one)
    for topic in known:
        for mode, name in MODES.items():
            path = f"docs/{topic}/{name}"
            if path not in project.pages:
                yield Problem(path, 0, f"the topic {topic} has no {mode}.", "Write this page.")
            else:
                yield from _of_page(project.pages[path], path, mode, by_page.get(path, []))
    for path in project.pages:
        topic, _, name = path.removeprefix("docs/").rpartition("/")
        if topic in known and name not in MODES.values():
            yield Problem(
                path, 0, "is none of the nine modes of a topic.", f"Name it one of {', '.join(MODES.values())}."
            )


def _of_page(page: Page, path: str, mode: str, asked: list[Question]) -> Iterator[Problem]:
    for key in ("title", "description", "level"):
        if not front(page, key):
            yield Problem(path, 1, f"its front matter has no {key}.", f"Add '{key}:'.")
    if not asked:
        yield Problem(path, 0, "asks nothing.", "Add a quiz fence.")
    if mode == "Learn" and words(page) > LONGEST_SHEET:
        yield Problem(
            path, 0, f"has {words(page)} words.", f"A sheet has {LONGEST_SHEET} at most; move a part to deep.md."
        )
    if mode in ("Try", "Project") and not notebook.is_notebook(page.text):
        yield Problem(path, 1, "is no notebook.", "Name a kernel in its front matter.")
    kinds = [one.kind for one in asked]
    if mode == "Recall":
        others = [kind for kind in kinds if kind != "card"]
        if kinds.count("card") < 8 or len(others) < 6 or len(set(others)) < 3 or kinds.count("explain") < 2:
            what = f"has {kinds.count('card')} cards and {len(others)} other questions of {len(set(others))} kinds."
            yield Problem(path, 0, what, "Recall takes 8 cards, 6 others of 3 kinds, 2 of them explain.")
    if mode == "Challenge" and not {"predict", "debug"} <= set(kinds):
        yield Problem(path, 0, "lacks a predict or a debug.", "A challenge has one of each.")


def front(page: Page, key: str) -> str:
    """A value of the front matter of a page; empty where there is none."""
    match = FRONT.match(page.text)
    found = re.search(rf"(?m)^{key}: *(\S.*?) *$", match["front"]) if match else None
    return found[1].strip("\"'") if found else ""


def words(page: Page) -> int:
    """Words of the text that is read: without front matter, fences and markup."""
    lines = FRONT.sub("", page.text).split("\n")
    shift = page.text.count("\n") + 1 - len(lines)
    for block in page.fences:
        for number in range(block.line - 1 - shift, block.line + 1 + len(block.body) - shift):
            if number < len(lines):
                lines[number] = ""
    text = re.sub(r"\]\([^)]*\)|</?[A-Za-z][^>]*>", " ", "\n".join(lines))
    return len(re.findall(r"[^\W_][\w.,'’:/×%-]*", text))


def minutes(page: Page, asked: list[Question]) -> tuple[int, int]:
    """Minutes to read a page, and to answer its questions."""
    kinds = [block.kind for block in page.fences]
    reading = 60 * words(page) / _WORDS + _RUN * (kinds.count("run") + kinds.count("figure"))
    reading += _CELL * (kinds.count(notebook.CELL) if notebook.is_notebook(page.text) else 0)
    answering = sum(_SECONDS.get(one.kind, 45) for one in asked)
    return math.ceil(reading / 60), math.ceil(answering / 60)


def runs(project: Project, path: str, asked: list[Question]) -> tuple[set[str], set[str]]:
    """The dates of all runs behind a page and its questions, and their versions of torch."""
    page = project.pages[path]
    dates, versions = set[str](), set[str]()
    for name in {*(name for name, _ in page.shown), *(name for one in asked for name in one.evidence)}:
        one = project.find(name)
        made = bank.made(project, one) if one and not one.problems else None
        if made:
            dates.add(made.date[:10])
            versions.add(made.environment.get("torch", ""))
    if notebook.is_notebook(page.text):
        executed = notebook.read(project.root / path.replace(".md", ".ipynb"))
        if executed:
            dates.add(executed.date)
            versions.add(executed.environment.get("torch", ""))
    return dates, versions


class ModesExtension(Extension):
    """Put the strip under the title of each page of a topic."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register a preprocessor that finds the title and a block processor that builds the strip."""
        strip = _Strip(md.parser)
        md.preprocessors.register(_Title(md, strip), "lockstep-modes", _PRIORITY)
        md.parser.blockprocessors.register(strip, "lockstep-modes", 198)


def makeExtension(**kwargs: Any) -> ModesExtension:
    """The entry point Python-Markdown looks for."""
    return ModesExtension(**kwargs)


class _Title(Preprocessor):
    """Marks the place under the first heading of a page that belongs to a topic."""

    def __init__(self, md: Markdown, strip: _Strip) -> None:
        super().__init__(md)
        self.strip = strip

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        shown = {number for block in fences(text) for number in range(block.line, block.line + len(block.body))}
        titles = (number for number, line in enumerate(lines) if line.startswith("# ") and number not in shown)
        title = next(titles, None)
        if title is None:
            return lines
        project = Project(find_root())
        path, _ = here.find(project, text)
        topic, _, name = path.removeprefix("docs/").rpartition("/")
        if topic not in topics(project) or name not in MODES.values():
            return lines
        self.strip.project, self.strip.path = project, path
        return [*lines[: title + 1], "", _MARK, "", *lines[title + 1 :]]


class _Strip(BlockProcessor):
    """Builds the facts of a page and the strip of its topic."""

    project: Project
    path: str

    def test(self, parent: ET.Element, block: str) -> bool:
        return block.strip() == _MARK

    def run(self, parent: ET.Element, blocks: list[str]) -> None:
        blocks.pop(0)
        topic = posixpath.dirname(self.path).removeprefix("docs/")
        asked, _ = bank.questions(self.project, topic)
        page = self.project.pages[self.path]
        facts = ET.SubElement(parent, "p", {"class": "ls-facts"})
        for text in self._facts(page, [one for one in asked if one.path == self.path]):
            ET.SubElement(facts, "span").text = AtomicString(text)
        if notebook.is_notebook(page.text):
            link = ET.SubElement(facts, "a", href=posixpath.basename(self.path).replace(".md", ".ipynb"), download="")
            link.text = AtomicString("Download the notebook")
        strip = ET.SubElement(parent, "ls-modes")
        nav = ET.SubElement(strip, "nav", {"aria-label": "Modes of this topic"})
        items = ET.SubElement(nav, "ul", {"class": "ls-strip"})
        for mode, name in MODES.items():
            path = f"docs/{topic}/{name}"
            if path in self.project.pages:
                link = ET.SubElement(ET.SubElement(items, "li"), "a", href=name)
                link.text = AtomicString(mode)
                if path == self.path:
                    link.set("aria-current", "page")
                keys = " ".join(f"{one.id}:{one.key}" for one in asked if one.path == path)
                if keys:
                    link.set("data-questions", keys)

    def _facts(self, page: Page, asked: list[Question]) -> Iterator[str]:
        yield front(page, "level")
        reading, answering = minutes(page, asked)
        yield f"{reading} min to read" + (f", {answering} to answer" if answering else "")
        dates, versions = runs(self.project, self.path, asked)
        if dates:
            yield f"verified {min(dates)}"
            yield f"torch {' and '.join(sorted(version.partition('+')[0] for version in versions))}"
