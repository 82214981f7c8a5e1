"""The navigation: topics from the map on the home page, errors by when they strike; mkdocs.yml holds all the rest.

MkDocs runs this as a hook. A builder that runs none gets the same list in a copy of mkdocs.yml: see `written_out`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from lockstep.explain.entry import Entry, entries
from lockstep.markdown import modes, topic_map
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

Items = list[Any]  # of nav: a path, or a title with a path or with items
TOPICS, ERRORS = "{topics}", "{errors}"  # placeholders in nav of mkdocs.yml
_DEEPEST = 20  # lists within lists
_NAV = re.compile(r"(?m)^nav:\n(?:[ #].*\n)+")


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, without its tags, such as !ENV."""


_Loader.add_multi_constructor("!", lambda loader, suffix, node: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: None)


def on_config(config: Any) -> None:
    """Write out the navigation of mkdocs.yml; called by MkDocs."""
    if config.nav:
        config.nav = whole(Project(Path(config.config_file_path).parent), config.nav)


def whole(project: Project, items: Items) -> Items:
    """The items of a navigation, with those that are derived in place of `{topics}` and `{errors}`."""
    derived = {TOPICS: topics, ERRORS: errors}
    expanded: Items = []
    for item in items:
        if isinstance(item, str):
            expanded += derived[item](project) if item in derived else [item]
        else:
            [(title, below)] = item.items()
            expanded.append({title: whole(project, below) if isinstance(below, list) else below})
    return expanded


def topics(project: Project) -> Items:
    """Each topic of the map as a section of its pages, in the order of the map."""
    return [{topic.name: [*_pages(project, topic.slug)]} for topic in topic_map.topics(project)]


def _pages(project: Project, topic: str) -> Iterator[str | dict[str, str]]:
    for mode, name in modes.MODES.items():
        if f"docs/{topic}/{name}" in project.pages:
            yield f"{topic}/{name}" if name == "index.md" else {mode: f"{topic}/{name}"}


def errors(project: Project) -> Items:
    """The entries of the error index, a section for each moment at which they strike."""
    sections = groupby(entries(project.texts), key=lambda entry: entry.strikes)
    return [{word.capitalize(): [_item(entry) for entry in section]} for word, section in sections]


def _item(entry: Entry) -> str | dict[str, str]:
    """The page of an entry. The theme writes titles as they are, so one that is no HTML is given escaped."""
    path = entry.path.removeprefix("docs/")
    title = escape(entry.title, quote=False)
    return path if title == entry.title else {title: path}


def omitted(project: Project) -> list[str]:
    """The pages that the navigation of a project leads to nowhere; none where there is no mkdocs.yml with a nav."""
    items = _items(project)
    named = {f"docs/{path}" for path in _paths(whole(project, items))}
    return [path for path in project.pages if items and path not in named]


def _items(project: Project) -> Items:
    """The nav of mkdocs.yml as it is typed; empty where there is none.

    Raises:
        LockstepError: the file is no YAML, or its nav is no list of pages.
    """
    config = project.root / "mkdocs.yml"
    try:
        table = (yaml.load(config.read_text("utf-8"), _Loader) if config.is_file() else None) or {}
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise LockstepError([Problem("mkdocs.yml", line, f"is not YAML: {error.problem}.", "Fix it.")], 1) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # no text; a number of 5,000 digits; too deep
        raise LockstepError([Problem("mkdocs.yml", 0, "is not YAML that can be read.", "Fix it.")], 1) from error
    items = (table.get("nav") or []) if isinstance(table, dict) else None
    if not _are_items(items):
        todo = "Write a list of pages, such as '- Home: index.md'."
        raise LockstepError([Problem("mkdocs.yml", 0, "its nav is no list of pages.", todo)], 1)
    return items  # type: ignore[return-value]


def _are_items(value: object, deep: int = 0) -> bool:
    """Whether a value is a list of pages, of titles with a page, and of titles with such a list."""
    if not isinstance(value, list) or deep > _DEEPEST:
        return False
    pairs = [pair for item in value if isinstance(item, dict) for pair in item.items()]
    return all(isinstance(item, str | dict) for item in value) and all(
        isinstance(title, str) and (isinstance(part, str) or _are_items(part, deep + 1)) for title, part in pairs
    )


def _paths(items: Items) -> Iterator[str]:
    for item in items:
        for below in [item] if isinstance(item, str) else item.values():
            yield from _paths(below) if isinstance(below, list) else [below]


def written_out(project: Project) -> str:
    """The text of mkdocs.yml with the whole navigation, for a builder that runs no hook."""
    text = (project.root / "mkdocs.yml").read_text("utf-8")
    nav = yaml.safe_dump({"nav": whole(project, _items(project))}, allow_unicode=True, sort_keys=False, width=1000)
    return _NAV.sub(lambda _: nav, text, count=1)
