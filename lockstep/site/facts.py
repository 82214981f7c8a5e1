"""What the site knows as plain data: claims with their runs, entries of the error index, rules of `check-script`.

All of it comes from the snippets, records and pages that the site is built of; nothing is written by hand.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from lockstep.explain.entry import Entry, entries
from lockstep.explain.script.rule import rules
from lockstep.project import Project
from lockstep.record import judge
from lockstep.record.output import rank_span
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

FORMAT = 1  # rises when a reader of the files would have to change
CLAIM_SCHEMA = "assets/claim.schema.json"
_INDEX = re.compile(r"(^|/)index\.md$|\.md$")

Facts = dict[str, Any]


def address(path: str, anchor: str = "") -> str:
    """Where a page stands, relative to the site: `docs/ddp/deep.md` is `ddp/deep/`."""
    page = _INDEX.sub(r"\1", path.removeprefix("docs/"))
    return (page if page.endswith("/") or not page else f"{page}/") + (f"#{anchor}" if anchor else "")


def claim(project: Project, snippet: Snippet) -> Facts:
    """A claim: its code, its command, and what each rank printed in each run on record."""
    path, anchor = project.places.get(snippet.name, ("", ""))
    marked = {number: without_marker(snippet.lines[number - 1]).strip() for number in sorted(snippet.key_lines)}
    return {
        "$schema": CLAIM_SCHEMA,
        "format": FORMAT,
        "name": snippet.name,
        "claim": snippet.claim,
        "page": address(path, anchor) if path else "",
        "command": snippet.command.text,
        "code": "\n".join(map(without_marker, snippet.lines)) + "\n",
        "key_lines": [{"line": number, "code": code} for number, code in marked.items()],
        "expect": snippet.needs.expect,
        "simulates": snippet.needs.simulates,
        "runs": [_run(snippet, record) for record in project.records(snippet)],
        "awaits": project.awaiting(snippet.name),
    }


def _run(snippet: Snippet, record: Record) -> Facts:
    return {
        "profile": record.profile,
        "environment": dict(record.environment),
        "date": record.date,
        "end": record.end,
        "first_to_fail": record.first,
        "message": "\n".join(judge.message(snippet, record)),
        "ranks": [_rank(number, rank) for number, rank in enumerate(record.ranks)],
    }


def _rank(number: int, rank: RankRecord) -> Facts:
    waits = {"waits_at_line": rank.line} if rank.exit is None else {}
    return {"rank": number, "exit": rank.exit, "stdout": list(rank.stdout), **waits}


def printed(snippet: Snippet, record: Record) -> list[str]:
    """What a run printed, as lines for a reader: ranks that printed the same stand together."""
    lines = []
    pairs = sorted(enumerate(record.ranks), key=lambda pair: (pair[1].stdout, pair[1].line, pair[0]))
    same = groupby(pairs, lambda pair: (pair[1].stdout, pair[1].line))
    groups = [[number for number, _ in group] for _, group in same]
    for numbers in sorted(groups):
        rank, head = record.ranks[numbers[0]], f"[{rank_span(numbers)}] " if len(record.ranks) > 1 else ""
        lines += [head + line for line in rank.stdout]
        if rank.exit is None:
            lines.append(f"{head}waits for ever at line {rank.line}")
    return lines + judge.message(snippet, record)


def where(snippet: Snippet, record: Record) -> str:
    """Where a run took place, in a line."""
    said = record.environment
    ranks = f"{len(record.ranks)} ranks, " if len(record.ranks) > 1 else ""
    machine = said.get("gpu", "CPU")
    simulated = f"SIMULATED up to {snippet.needs.simulates} ranks, " if snippet.needs.simulates else ""
    return f"{machine}, {simulated}{ranks}torch {said['torch'].partition('+')[0]}, {record.date}"


def error(entry: Entry) -> Facts:
    """An entry of the error index."""
    quoted = {"text": entry.quoted.text, "source": entry.quoted.url or entry.quoted.file} if entry.quoted else None
    return {
        "id": entry.slug,
        "title": entry.title,
        "page": address(entry.path),
        "strikes": entry.strikes,
        "role": entry.role,
        "says": [*entry.patterns, *entry.early],
        "cause": entry.cause,
        "fix": entry.fix,
        "broken": list(entry.broken),
        "fixed": list(entry.fixed),
        "quoted": quoted,
    }


def all_errors(project: Project) -> list[Facts]:
    """All entries."""
    return [error(entry) for entry in entries(project.texts)]


def all_rules() -> list[Facts]:
    """The rules of `check-script`."""
    return [
        {"name": rule.name, "level": rule.level, "what": rule.what, "todo": rule.todo, "page": rule.page}
        for rule in rules()
    ]


def claims(project: Project) -> dict[str, Snippet]:
    """The snippets with a claim and a run on record, by name; those that nothing has run are left out."""
    return {
        name: snippet for name, snippet in project.snippets.items() if not snippet.problems and project.records(snippet)
    }
