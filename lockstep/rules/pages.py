"""The rules for pages: the navigation has each page, the map has each topic, and no TO WRITE is left."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from lockstep.markdown import modes, source, topic_map
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.site import nav

_ANYWHERE = {"index.md", "challenge.md", "recall.md"}  # any folder may have these, also one that is no topic
_OF_TOPICS = {*modes.MODES.values()} - _ANYWHERE
_TABLE = re.compile(r"^\|(.*)\|\n\|[ :|-]+\|$", re.M)
_TO_WRITE = re.compile(r"\bTO WRITE\b[:\s]*([^\]\"]*)")  # to the end of a link or a quoted text


def examine(project: Project) -> list[Problem]:
    """All problems of the pages of a project, sorted."""
    return sorted({problem for rule in RULES for problem in rule(project)})


def the_map_is_sound(project: Project) -> Iterator[Problem]:
    """The map of the home page names topics that are there, each with what it builds on."""
    yield from topic_map.problems(project)


def topics_are_on_the_map(project: Project) -> Iterator[Problem]:
    """Each topic, a folder with a sheet and a mode that is no practice, is on the map of the home page."""
    for topic in _unmapped(project):
        todo = f"Add it there, in its map fence: '{topic}:', with 'name' and 'says' below."
        yield Problem("docs/index.md", 0, f"its map lacks the topic {topic}.", todo)


def _unmapped(project: Project) -> list[str]:
    """Topics that the map lacks; none where there is no home page."""
    known, missing = modes.topics(project), set[str]()
    for path in project.pages if "docs/index.md" in project.pages else ():
        topic, _, name = path.removeprefix("docs/").rpartition("/")
        is_topic = name in _OF_TOPICS and f"docs/{topic}/index.md" in project.pages
        if topic and is_topic and topic not in known:
            missing.add(topic)
    return sorted(missing)


def pages_are_led_to(project: Project) -> Iterator[Problem]:
    """The navigation leads to each page. A topic that is not on the map is reported once, not page by page."""
    unmapped = {f"docs/{topic}" for topic in _unmapped(project)}
    for path in nav.omitted(project):
        if posixpath.dirname(path) not in unmapped:
            yield Problem(path, 0, "no navigation leads to it.", "Add it to 'nav' in mkdocs.yml.")


def nothing_is_left_to_write(project: Project) -> Iterator[Problem]:
    """No page or snippet holds the TO WRITE of a skeleton."""
    texts = project.texts | {snippet.path: snippet.source for snippet in project.snippets.values()}
    for path, text in texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if match := _TO_WRITE.search(line):
                yield Problem(path, number, f"to write: {match[1].strip() or 'what stands here'}")


def files_are_of_a_site(project: Project) -> Iterator[Problem]:
    """Each file below docs/ is a plain file of a kind that a site publishes."""
    yield from source.strays(project.root)


def pages_are_plain(project: Project) -> Iterator[Problem]:
    """Each page has sound front matter, no raw HTML that acts, and no code outside of fences."""
    for path, page in project.pages.items():
        yield from source.problems(path, page)


def columns_are_named(project: Project) -> Iterator[Problem]:
    """Each column of a table has a head: a screen reader says it with every cell."""
    for path, page in project.pages.items():
        text = page.without(page.fenced)
        for head in _TABLE.finditer(text):
            if any(not cell.strip() for cell in head[1].split("|")):
                line = text.count("\n", 0, head.start()) + 1
                yield Problem(path, line, "a column of this table has no head.", "Write a word, such as 'what'.")


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (
    files_are_of_a_site,
    pages_are_plain,
    the_map_is_sound,
    topics_are_on_the_map,
    pages_are_led_to,
    nothing_is_left_to_write,
    columns_are_named,
)
