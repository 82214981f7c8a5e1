"""The rule that links lead somewhere: to a page or file that is there, and to a place on it. No other host is asked."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lockstep.page import NUMBER_LINK, Page
from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project

LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^)\s>]+)")
CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.S)


def links_lead_somewhere(project: Project) -> Iterator[Problem]:
    """Each link in the text of a page leads to a page that is there and, with an anchor, to a place on it."""
    for path, page in project.pages.items():
        text = _text(page)
        for match in LINK.finditer(text):
            if wrong := dead(project, path, match[1]):
                line = text.count("\n", 0, match.start(1)) + 1
                yield Problem(path, line, f"the link {match[1]!r} {wrong}", "Fix it.")


def dead(project: Project, path: str, link: str) -> str:
    """Why a link on a page leads nowhere; "" where it leads somewhere, or to another host."""
    if re.match(r"[a-z]+:", link):
        return ""
    page, anchor = target_of(path, link), link.partition("#")[2]
    if not page.startswith("docs/"):
        return "leads out of docs/, which is all that a site has."
    if page not in project.texts:
        return "" if _is_file(project.root / page) else f"leads to no page; there is no {page}."
    if anchor and anchor not in project.pages[page].anchors:
        return f"leads to no place on {page}. {did_you_mean(anchor, project.pages[page].anchors)}"
    return ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def target_of(path: str, link: str) -> str:
    """The page or file that a link on a page leads to, by its path under the root."""
    target = link.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path


def _text(page: Page) -> str:
    """The text of a page in which fences, code and bound numbers are blank, at the same places."""
    text = page.without(page.fenced)
    for pattern in (NUMBER_LINK, CODE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (links_lead_somewhere,)
