"""Totals of the evidence page: what was run and proved, what is old, what awaits a GPU, and on which machines."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator

from markupsafe import Markup

from lockstep.engine.machine import CPU, gpu_count
from lockstep.markdown import practice
from lockstep.project import Project
from lockstep.question import bank, decided
from lockstep.record.proof import read_proof
from lockstep.record.record import Record

OLD = 90  # days between a record and the newest one


def write(project: Project) -> str:
    """The totals as Markdown."""
    return "\n\n".join(
        filter(None, [totals(project), words(project), age(project), awaiting(project), machines(project)])
    )


def records(project: Project) -> list[Record]:
    """All records of snippets as they are now."""
    return [record for snippet in project.snippets.values() for record in project.records(snippet)]


def kills(project: Project) -> Counter[str]:
    """By what the runs without a key line ended; "gpu" and "stale" count the key lines that were not taken out."""
    counts = Counter[str]()
    for snippet in project.snippets.values():
        profiles = [CPU] if snippet.needs.cpu else project.profiles
        of_snippet = next(filter(None, (read_proof(snippet, profile) for profile in profiles)), [])
        counts.update("hang" if kill.what == "hang" and kill.by == "named" else kill.by for kill in of_snippet)
        counts["gpu" if not snippet.needs.cpu else "stale"] += 0 if of_snippet else len(snippet.key_lines)
    return counts


def totals(project: Project) -> str:
    """A row of figures, each with what it counts."""
    recorded, ended = records(project), kills(project)
    questions, _ = bank.questions(project)
    proved = len({record.snippet for record in recorded})
    figures: list[tuple[str, str]] = [
        (f"{proved:,} of {len(project.snippets):,}", "programs proved"),
        (f"{len(recorded):,}", "records"),
        (f"{sum(len(record.ranks) for record in recorded):,}", "ranks run"),
        (f"{ended['assert']:,}", "runs without a key line, killed by an assert"),
        (f"{ended['named'] + ended['hang'] + ended['gone']:,}", "killed by the named error or hang"),
        (f"{sum(decided.is_decided(project, question) for question in questions):,}", "questions decided by a run"),
        (f"{sum(question.reasoned for question in questions):,}", "questions reasoned, not run"),
        (f"{sum(bool(project.awaiting(name)) for name in project.snippets):,}", "programs that await a GPU"),
        (min((record.date for record in recorded), default="none"), "oldest record"),
    ]
    item = Markup("<div><dt>{}</dt><dd>{}</dd></div>")
    items = Markup("").join(item.format(label, value) for value, label in figures)
    return str(Markup('<dl class="ls-totals">{}</dl>').format(items))


def words(project: Project) -> str:
    """What the totals count, how they make up the rows below, and on how many GPUs records were made."""
    recorded, missing = records(project), sum(1 for _ in unrecorded(project))
    text = (
        "A *program* is a file. A *record* is one run of it, on a CPU or on GPUs. A *row* below is a record "
        f"or a run that is still missing: {len(recorded):,} + {missing:,} = {len(recorded) + missing:,} rows."
    )
    gpus = sorted({record.profile for record in recorded if gpu_count(record.profile)})
    if len(gpus) == 1 and gpu_count(gpus[0]) == 1:
        text += f" Each record of a GPU was made on one {gpus[0].partition('x')[2].upper()}, none on several GPUs."
    return text


def unrecorded(project: Project) -> Iterator[tuple[str, str, str]]:
    """The runs that are not on record: the name of each program, the profile and the status."""
    for name, snippet in project.snippets.items():
        yield from ((name, profile, "awaits a GPU") for profile in project.awaiting(name))
        if snippet.needs.cpu and project.record(snippet, CPU) is None:
            yield name, CPU, "stale"


def old(project: Project) -> dict[tuple[str, str], str]:
    """Why a record is old, by snippet and profile: its date, or its torch is not that of the newest of the profile."""
    recorded = records(project)
    newest = _newest(recorded)
    if not recorded:
        return {}
    last = max(record.date for record in recorded)
    first = datetime.date.fromisoformat(last) - datetime.timedelta(days=OLD)
    reasons = {}
    for record in recorded:
        if datetime.date.fromisoformat(record.date) < first:
            reasons[record.snippet, record.profile] = "date"
        elif _torch(record) != _torch(newest[record.profile]):
            reasons[record.snippet, record.profile] = "torch"
    return reasons


def _newest(recorded: list[Record]) -> dict[str, Record]:
    """The newest record of each profile. A machine with GPUs may have another torch than that of the CPU's records."""
    return {record.profile: record for record in sorted(recorded, key=lambda record: record.date)}


def _torch(record: Record) -> str:
    """The version without the build: that for a CPU and that for CUDA are one."""
    return record.environment["torch"].partition("+")[0]


def age(project: Project) -> str:
    """How many records are old, as a Markdown paragraph; "" without any record."""
    recorded = records(project)
    if not recorded:
        return ""
    counts = Counter(old(project).values())
    date = Markup("<time>{}</time>").format(max(record.date for record in recorded))
    versions = " and ".join(f"{_torch(record)} on {profile}" for profile, record in sorted(_newest(recorded).items()))
    text = f"The newest record is of {date}. The newest of each device was made with torch {versions}. "
    if not counts:
        return (
            text
            + f"No record is more than {OLD} days older than the newest, or made with another torch than the newest of "
            "its device."
        )
    parts = [
        f"more than {OLD} days older: {counts['date']:,}",
        f"of another torch: {counts['torch']:,}",
    ]
    return text + f"**Old records**, {' and '.join(parts)}. Their status below is *old*."


def awaiting(project: Project) -> str:
    """How many programs of each topic await a GPU, as HTML; the script makes each a link to these programs."""
    counts = Counter(name.partition("/")[0] for name in project.snippets if project.awaiting(name))
    item = Markup('<li data-filter="topic={}&amp;status=awaits+a+GPU">{} <b>{}</b></li>')
    items = Markup("").join(
        item.format(topic, practice.title(project, topic), count) for topic, count in counts.most_common()
    )
    return str(Markup('<ul class="ls-counts"><li>Awaiting a GPU:</li>{}</ul>').format(items)) if counts else ""


def machines(project: Project) -> str:
    """How many records each machine gave, as HTML."""
    counts = Counter(
        f"{record.profile}: {env.get('gpu', env['cpu'])}, torch {env['torch']}, Python {env['python']}"
        for record in records(project)
        for env in [record.environment]
    )
    item = Markup("<li>{} <b>{}</b></li>")
    items = Markup("").join(item.format(machine, count) for machine, count in counts.most_common())
    return str(Markup('<ul class="ls-counts"><li>Records by machine:</li>{}</ul>').format(items)) if counts else ""
