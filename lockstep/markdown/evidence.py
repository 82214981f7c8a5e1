"""The `evidence` fence: what decides the answers, and every snippet with its claim, where it ran, and its status.

It becomes a Markdown table, so that the builder resolves and checks the links of the table as it does any other.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter

from markupsafe import Markup

from lockstep.engine.machine import CPU
from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.project import Project
from lockstep.question import bank, decided
from lockstep.question.question import Question
from lockstep.question.wrong_versions import wrong_versions
from lockstep.record.proof import read_proof
from lockstep.snippet.snippet import Snippet

_BREAK = "<br>"  # of a line in a cell of a Markdown table


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """The fence as Markdown."""
    parts = [killed(conversion.project), answers(conversion.project), table(conversion.project, conversion.path)]
    return "\n\n".join(filter(None, parts)).split("\n")


def answers(project: Project) -> str:
    """What decides the answers of the questions, kind by kind, as a Markdown table; "" where there are none."""
    questions, _ = bank.questions(project)
    if not questions:
        return ""
    by_kind: dict[str, list[Question]] = {}
    for question in questions:
        by_kind.setdefault(question.kind, []).append(question)
    rows = [
        f"| {kind} | {' | '.join(map(str, _decided(project, of_kind)))} |" for kind, of_kind in sorted(by_kind.items())
    ]
    total = f"| all | {' | '.join(map(str, _decided(project, questions)))} |"
    head = "| Kind | Questions | Decided by a run or a calculation | Reasoned, not run |"
    versions = sum(1 for _ in wrong_versions(project, questions))
    told = (
        f"Of the decided ones, {versions:,} wrong versions are made by machine. A test finds what is wrong with each."
    )
    return "\n".join(["## Answers", "", head, "| --- | ---: | ---: | ---: |", *rows, total, "", told])


def _decided(project: Project, questions: list[Question]) -> tuple[int, int, int]:
    """How many questions there are, how many are decided, and how many reasoned; `verify` allows no others."""
    sound = sum(decided.is_decided(project, question) for question in questions)
    return len(questions), sound, sum(question.reasoned for question in questions)


def killed(project: Project) -> str:
    """By what the runs without a key line ended that are on record, as a Markdown paragraph."""
    counts = Counter[str]()
    for snippet in project.snippets.values():
        kills = read_proof(snippet, CPU)
        counts.update("hang" if kill.what == "hang" and kill.by == "named" else kill.by for kill in kills)
        counts["gpu" if not snippet.needs.cpu else "stale"] += 0 if kills else len(snippet.key_lines)
    named = counts["named"] + counts["hang"] + counts["gone"]
    text = (
        f"Of the {counts['assert'] + named:,} runs without a key line that are on record, **{counts['assert']:,} were "
        f"killed by an assert** of the snippet and **{named:,} by the very error or hang that the claim names**: in "
        f"{counts['named']:,} the error came and in {counts['hang']:,} the hang, where the line keeps it away; in "
        f"{counts['gone']:,}, where the line brings it, it stayed away. **None was killed by a crash on the way, and "
        "none by nothing:** `prove` refuses both."
    )
    if turned := counts["turned"]:
        text += f" {turned:,} asserts have a name by which questions take them: turned round, each failed in its place."
    text += f" {counts['gpu']:,} more wait for a GPU." if counts["gpu"] else ""
    return text + (
        f" {counts['stale']:,} are of snippets that changed since, and were not run again." if counts["stale"] else ""
    )


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
