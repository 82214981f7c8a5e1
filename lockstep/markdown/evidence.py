"""The `evidence` fence: totals, every snippet with where it ran and its status, what decides the answers.

The programs become Markdown tables, so that the builder resolves and checks their links as it does any other.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator

from markupsafe import Markup

from lockstep.markdown import board, practice
from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.project import Project
from lockstep.question import bank, decided, guessing
from lockstep.question.question import Question
from lockstep.question.wrong_versions import wrong_versions


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """The fence as Markdown."""
    project = conversion.project
    parts = [
        board.write(project),
        programs(project, conversion.path),
        "## Key lines",
        killed(project),
        answers(project),
        guesses(project),
    ]
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


def guesses(project: Project) -> str:
    """How many questions those get right who go by the form of the options, as a Markdown table; "" without any."""
    by_kind = guessing.asked(bank.questions(project)[0])
    if not by_kind:
        return ""
    scores = [guessing.scores(kind, of_kind) for kind, of_kind in by_kind.items()]
    heads = [f"{kind}, {len(of_kind)}" for kind, of_kind in by_kind.items()]
    rows = [
        f"| {policy} | {' | '.join(f'{score.score:.0%}' for score in of_policy)} |"
        for policy, of_policy in zip(guessing.POLICIES, zip(*scores, strict=True), strict=True)
    ]
    told = (
        "Who knows nothing may still go by the form of the options. Each row is such a reader, and says how many "
        "questions it gets right; *any* is chance. `verify` allows none of them more than "
        f"{100 * guessing.MOST:.0f} points above it."
    )
    head = f"| Picks | {' | '.join(heads)} |\n| --- |{' ---: |' * len(heads)}"
    return "\n".join(["## Guesses", "", told, "", head, *rows])


def killed(project: Project) -> str:
    """By what the runs without a key line ended that are on record, as a Markdown paragraph."""
    counts = board.kills(project)
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


def programs(project: Project, page: str = "docs/evidence.md") -> str:
    """All programs as Markdown, a folded table for each topic; `page` is the page it stands on.

    A row is a program on one profile. The script reads topic, kind, profile, status and date from the cells.
    """
    by_topic: dict[str, list[str]] = {}
    for name in project.snippets:
        by_topic.setdefault(name.partition("/")[0], []).append(name)
    old = board.old(project)
    missing: dict[str, list[tuple[str, str]]] = {}
    for name, profile, status in board.unrecorded(project):
        missing.setdefault(name, []).append((profile, status))
    titles = {topic: practice.title(project, topic) for topic in by_topic}
    folded = []
    for topic in sorted(by_topic, key=lambda topic: titles[topic].lower()):
        rows = [row for name in by_topic[topic] for row in _rows(project, name, page, old, missing.get(name, []))]
        folded.append(_folded(topic, titles[topic], len(by_topic[topic]), rows))
    return "\n\n".join(["## All programs", "<div><ls-board></ls-board></div>", *folded])


def _folded(topic: str, title: str, count: int, rows: list[str]) -> str:
    """The programs of one topic, `count` of them. The rows of each status add up to all rows."""
    statuses = Counter(row.rsplit("|", 2)[1].strip() for row in rows)
    told = [
        f"{number:,} {'await a GPU' if status == 'awaits a GPU' and number > 1 else status}"
        for status, number in statuses.items()
    ]
    counts = f"{count:,} program{'s' * (count != 1)}, {len(rows):,} row{'s' * (len(rows) != 1)}: {', '.join(told)}"
    summary = Markup("<summary>{} <small>{}</small></summary>").format(title, counts)
    head = "| Claim | Program | Kind | Ran on | Date | Time | Status |\n| --- | --- | --- | --- | --- | ---: | --- |"
    opening = Markup('<details class="ls-programs" data-topic="{}" markdown="1">').format(topic)
    return "\n".join([f"{opening}{summary}", "", head, *rows, "", "</details>"])


def _rows(
    project: Project, name: str, page: str, old: dict[tuple[str, str], str], missing: list[tuple[str, str]]
) -> Iterator[str]:
    snippet = project.snippets[name]
    claim, kind = _cell(snippet.claim), "on no page"
    if name in project.places:
        path, anchor = project.places[name]
        claim = f"[{claim}]({posixpath.relpath(path, posixpath.dirname(page))}#{anchor})"
        shown_in = "error entry" if path.startswith("docs/errors/") else "program"
        kind = shown_in if anchor.startswith("run-") else "question"
    if snippet.needs.simulates and "SIMULATED" not in claim:  # most claims say so themselves
        claim += f" SIMULATED up to {snippet.needs.simulates:,} ranks."
    first = f"| {claim} | `{name}` | {kind} |"
    for record in project.records(snippet):
        date = Markup("<time>{}</time>").format(record.date)
        status = "old" if (name, record.profile) in old else "proved"
        yield f"{first} {record.profile} | {date} | {record.seconds:.1f} s | {status} |"
    for profile, status in missing:
        yield f"{first} {profile} | | | {status} |"


def _cell(text: str) -> str:
    """A claim as the text of a table cell: what Markdown would read as markup is escaped."""
    return re.sub(r"([|*_\[\]<`])", r"\\\1", text)
