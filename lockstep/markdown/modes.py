"""The nine modes of a topic: a page each, and under the title of each page a strip that leads to the others.

Beside the strip stand the level, the minutes that the page takes, counted from what is on it, and the date since which
its runs have not changed.
"""

from __future__ import annotations

import math
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from markdown.util import AtomicString

from lockstep.markdown import topic_map
from lockstep.markdown.conversion import TreePart
from lockstep.page import FRONT, NUMBER_LINK, Page
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import bank
from lockstep.question.kinds.card import Card
from lockstep.question.kinds.debug import Debug
from lockstep.question.kinds.explain import Explain
from lockstep.question.kinds.predict import Predict
from lockstep.question.question import Question
from lockstep.record import notebook

GROUPS = {
    "Understand": {"Learn": "index.md", "Why": "why.md", "Visual": "visual.md", "Deep": "deep.md"},
    "Do": {"Try": "try.md", "Project": "project.md", "Perf": "perf.md"},
    "Test": {"Recall": "recall.md", "Challenge": "challenge.md"},
}
MODES = {mode: name for modes in GROUPS.values() for mode, name in modes.items()}
LONGEST_SHEET = 1200  # words
CARDS, OTHERS, KINDS, EXPLAINS = 8, 6, 3, 2  # of Recall at least: cards, other questions, their kinds, explain
PROGRAMS = (Predict, Debug)  # a challenge has one of each
_WORDS = 200  # of technical text, read in a minute
_RUN, _CELL = 20, 60  # seconds to read a run, and to run and read a cell


def topics(project: Project) -> list[str]:
    """The topics on the map of the home page, in its order."""
    return [topic.slug for topic in topic_map.topics(project)]


def is_sheet(project: Project, path: str) -> bool:
    """Whether a page is the sheet of a topic."""
    topic, _, name = path.removeprefix("docs/").rpartition("/")
    return name == MODES["Learn"] and topic in topics(project)


def is_folded(project: Project, path: str) -> bool:
    """Whether the sections of the third level of a page are folded: on the sheet of a topic and on its Deep."""
    topic, _, name = path.removeprefix("docs/").rpartition("/")
    return name in (MODES["Learn"], MODES["Deep"]) and topic in topics(project)


def problems(project: Project) -> Iterator[Problem]:
    """What the topics of a project lack."""
    known = topics(project)
    by_page: dict[str, list[Question]] = {}
    for question in bank.questions(project)[0]:
        by_page.setdefault(question.path, []).append(question)
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


def _of_page(page: Page, path: str, mode: str, questions: list[Question]) -> Iterator[Problem]:
    for key in ("title", "description", "level"):
        if not page.front.get(key):
            yield Problem(path, 1, f"its front matter has no {key}.", f"Add '{key}:'.")
    if not questions:
        yield Problem(path, 0, "asks nothing.", "Add a quiz fence.")
    if mode == "Learn" and words(page) > LONGEST_SHEET:
        yield Problem(
            path, 0, f"has {words(page)} words.", f"A sheet has {LONGEST_SHEET} at most; move a part to deep.md."
        )
    if mode in ("Try", "Project") and not notebook.is_notebook(page.text):
        yield Problem(path, 1, "is no notebook.", "Name a kernel in its front matter.")
    kinds = [type(question) for question in questions]
    if mode == "Recall":
        others = [kind for kind in kinds if kind is not Card]
        counts = (kinds.count(Card), len(others), len(set(others)), kinds.count(Explain))
        if any(count < least for count, least in zip(counts, (CARDS, OTHERS, KINDS, EXPLAINS), strict=True)):
            what = f"has {counts[0]} cards and {counts[1]} other questions of {counts[2]} kinds."
            todo = f"Recall takes {CARDS} cards, {OTHERS} others of {KINDS} kinds, {EXPLAINS} of them explain."
            yield Problem(path, 0, what, todo)
    if mode == "Challenge" and not set(PROGRAMS) <= set(kinds):
        yield Problem(path, 0, "lacks a predict or a debug.", "A challenge has one of each.")


def words(page: Page) -> int:
    """Words of the text that is read: without front matter, fences and markup."""
    front = FRONT.match(page.text)
    lines = page.without(page.fenced).split("\n")[front[0].count("\n") if front else 0 :]
    text = NUMBER_LINK.sub(r"\g<text>", "\n".join(lines))
    text = re.sub(r"\]\([^)]*\)|</?[A-Za-z][^>]*>", " ", text)
    return len(re.findall(r"[^\W_][\w.,'’:/×%-]*", text))


def minutes(page: Page, questions: list[Question]) -> tuple[int, int]:
    """Minutes to read a page, and to answer its questions."""
    kinds = [fence.kind for fence in page.fences]
    reading = 60 * words(page) / _WORDS + _RUN * (kinds.count("run") + kinds.count("figure"))
    reading += _CELL * (kinds.count(notebook.CELL) if notebook.is_notebook(page.text) else 0)
    answering = sum(question.seconds for question in questions)
    return math.ceil(reading / 60), math.ceil(answering / 60)


def runs(project: Project, path: str, questions: list[Question]) -> tuple[set[str], set[str]]:
    """The dates of all runs behind a page and its questions, and their versions of torch."""
    page = project.pages[path]
    dates, versions = set[str](), set[str]()
    for name in {*(name for name, _ in page.shown), *(name for question in questions for name in question.evidence)}:
        snippet = project.find(name)
        for record in project.records(snippet)[:1] if snippet and not snippet.problems else ():
            dates.add(record.date[:10])
            versions.add(record.environment.get("torch", ""))
    if notebook.is_notebook(page.text):
        executed = notebook.read(project.root / path.replace(".md", ".ipynb"))
        if executed:
            dates.add(executed.date)
            versions.add(executed.environment.get("torch", ""))
    return dates, versions


class Strip(TreePart):
    """Puts the facts of a page and the strip of its topic under the title of each page of a topic."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        path, project = self.conversion.path, self.conversion.project
        topic, _, name = path.removeprefix("docs/").rpartition("/")
        title = root.find("h1")
        if title is None or topic not in topics(project) or name not in MODES.values() or path not in project.pages:
            return  # a page that cannot be read is told of elsewhere
        questions, _ = bank.questions(project, topic)
        place = list(root).index(title) + 1
        root.insert(place, _facts(project, path, [question for question in questions if question.path == path]))
        root.insert(place + 1, _strip(project, path, questions))


def _facts(project: Project, path: str, questions: list[Question]) -> ET.Element:
    facts, page = ET.Element("p", {"class": "ls-facts", "data-search-exclude": ""}), project.pages[path]
    reading, answering = minutes(page, questions)
    dates, versions = runs(project, path, questions)
    texts = [page.front.get("level", ""), f"{reading} min to read" + (f", {answering} to answer" if answering else "")]
    if dates:
        torch = " and ".join(sorted(version.partition("+")[0] for version in versions))
        texts += [f"verified {min(dates)}", f"torch {torch}"]
    for text in texts:
        ET.SubElement(facts, "span").text = AtomicString(text)
    if notebook.is_notebook(page.text):
        link = ET.SubElement(facts, "a", href=posixpath.basename(path).replace(".md", ".ipynb"), download="")
        link.text = AtomicString("Download the notebook")
    return facts


def _strip(project: Project, here: str, questions: list[Question]) -> ET.Element:
    """The links to the nine modes in their groups, each with the questions that the script counts as answered."""
    strip = ET.Element("ls-modes")
    nav = ET.SubElement(strip, "nav", {"aria-label": "Pages of this topic", "data-search-exclude": ""})
    items = ET.SubElement(nav, "ul", {"class": "ls-strip"})
    for group, names in GROUPS.items():
        item = ET.SubElement(items, "li")
        ET.SubElement(item, "span").text = AtomicString(group)
        links = ET.SubElement(item, "ul")
        for mode, name in names.items():
            path = f"{posixpath.dirname(here)}/{name}"
            if path in project.pages:
                link = ET.SubElement(ET.SubElement(links, "li"), "a", href=name)
                link.text = AtomicString(mode)
                if path == here:
                    link.set("aria-current", "page")
                keys = " ".join(f"{question.id}:{question.key}" for question in questions if question.path == path)
                if keys:
                    link.set("data-questions", keys)
    return strip
