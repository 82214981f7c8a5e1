"""The `evidence` fence: every snippet with its claim, page, profiles, environment, date, seconds and status.

A Python-Markdown preprocessor that writes a Markdown table in place of the fence, so that the builder resolves and
checks the links of the table as it does any other.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from lockstep.engine.machine import CPU
from lockstep.project import Project, find_root
from lockstep.record import record
from lockstep.snippet.snippet import Snippet

_FENCE = re.compile(r"(?m)^```evidence[ ]*\n```[ ]*$")
_PRIORITY = 28  # before superfences (25), after white space is normal (30)


class _Evidence(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        return _FENCE.sub(lambda _: table(Project(find_root())), text).split("\n") if "```evidence" in text else lines


class EvidenceExtension(Extension):
    """Put the table of all evidence where a page has an `evidence` fence."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor."""
        md.preprocessors.register(_Evidence(md), "lockstep-evidence", _PRIORITY)


def makeExtension(**kwargs: Any) -> EvidenceExtension:
    """The entry point Python-Markdown looks for."""
    return EvidenceExtension(**kwargs)


def table(project: Project, page: str = "docs/evidence.md") -> str:
    """The evidence as a Markdown table, topic by topic; `page` is the page it stands on."""
    topics: dict[str, list[str]] = {}
    for name, one in project.snippets.items():
        topics.setdefault(name.partition("/")[0], []).extend(_rows(project, one, page))
    head = "| Claim | Ran on | Date | Seconds | Status |\n| --- | --- | --- | ---: | --- |"
    return "\n\n".join(f"## {topic}\n\n{head}\n" + "\n".join(rows) for topic, rows in topics.items())


def _rows(project: Project, one: Snippet, page: str) -> list[str]:
    shown = project.shown.get(one.name, [])
    where = posixpath.relpath(shown[0], posixpath.dirname(page)) if shown else ""
    claim = f"[{_cell(one.claim)}]({where})" if where else _cell(one.claim)
    rows = []
    for profile in record.profiles(project.root):
        found = project.record(one, profile)
        if found:
            env = found.environment
            ran = f"{profile}: {env.get('gpu', env['cpu'])}, torch {env.get('torch')}, Python {env['python']}"
            ran += f", SIMULATED up to {one.needs.simulates:,} ranks" if one.needs.simulates else ""
            when = f"<time>{found.date}</time>"
            rows.append(f"| {claim}<br>`{one.name}` | {_cell(ran)} | {when} | {found.seconds:.1f} | proved |")
    rows += [
        f"| {claim}<br>`{one.name}` | {profile} | | | not yet recorded |" for profile in project.awaiting(one.name)
    ]
    if one.needs.cpu and not any(f"| {CPU}:" in row for row in rows):
        rows.append(f"| {claim}<br>`{one.name}` | {CPU} | | | stale |")
    return rows


def _cell(text: str) -> str:
    """A claim as the text of a table cell: what Markdown would read as markup is escaped."""
    return re.sub(r"([|*_\[\]<`])", r"\\\1", text)
