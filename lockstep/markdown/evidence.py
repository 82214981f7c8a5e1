"""The `evidence` fence: every snippet with its claim, page, profiles, environment, date, seconds and status.

It becomes a Markdown table, so that the builder resolves and checks the links of the table as it does any other.
"""

from __future__ import annotations

import posixpath
import re

from markupsafe import Markup

from lockstep.engine.machine import CPU
from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.project import Project
from lockstep.snippet.snippet import Snippet

_BREAK = "<br>"  # of a line in a cell of a Markdown table


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """The fence as Markdown."""
    return table(conversion.project, conversion.path).split("\n")


def table(project: Project, page: str = "docs/evidence.md") -> str:
    """The evidence as a Markdown table, topic by topic; `page` is the page it stands on."""
    topics: dict[str, list[str]] = {}
    for name, snippet in project.snippets.items():
        topics.setdefault(name.partition("/")[0], []).extend(_rows(project, snippet, page))
    head = "| Claim | Ran on | Date | Seconds | Status |\n| --- | --- | --- | ---: | --- |"
    return "\n\n".join(f"## {topic}\n\n{head}\n" + "\n".join(rows) for topic, rows in topics.items())


def _rows(project: Project, snippet: Snippet, page: str) -> list[str]:
    shown = project.shown.get(snippet.name, [])
    where = posixpath.relpath(shown[0], posixpath.dirname(page)) if shown else ""
    claim = f"[{_cell(snippet.claim)}]({where})" if where else _cell(snippet.claim)
    first = f"| {claim}{_BREAK}`{snippet.name}` |"
    rows = []
    for record in project.records(snippet):
        env = record.environment
        ran = f"{record.profile}: {env.get('gpu', env['cpu'])}, torch {env.get('torch')}, Python {env['python']}"
        ran += f", SIMULATED up to {snippet.needs.simulates:,} ranks" if snippet.needs.simulates else ""
        date = Markup("<time>{}</time>").format(record.date)
        rows.append(f"{first} {_cell(ran)} | {date} | {record.seconds:.1f} | proved |")
    rows += [f"{first} {profile} | | | not yet recorded |" for profile in project.awaiting(snippet.name)]
    if snippet.needs.cpu and project.record(snippet, CPU) is None:
        rows.append(f"{first} {CPU} | | | stale |")
    return rows


def _cell(text: str) -> str:
    """A claim as the text of a table cell: what Markdown would read as markup is escaped."""
    return re.sub(r"([|*_\[\]<`])", r"\\\1", text)
