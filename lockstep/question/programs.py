"""The programs that questions show: their records, and what a run left in the terminal. Runs nothing."""

from __future__ import annotations

import re

from lockstep.project import Project
from lockstep.record.record import Record, record_path
from lockstep.snippet.snippet import Snippet

PROGRAM = re.compile(r"[\w-]+/\w+\.py")  # the name of a snippet, where a text or a claim has it


def record_of(project: Project, snippet: Snippet) -> Record | None:
    """The record a question reads: of the CPU, or of the first profile there is."""
    return next(iter(project.records(snippet)), None)


def lacking(project: Project, snippet: Snippet) -> str:
    """What to say of a snippet that has no record as it is now: it has none, or changed since."""
    is_stale = any(record_path(project.root, profile, snippet.name).is_file() for profile in project.profiles)
    return f"{snippet.name} {'changed since it was recorded' if is_stale else 'is not on record'}."


def terminal(snippet: Snippet, record: Record) -> list[str]:
    """What a person sees of a run: torchrun's log, or of a job that hung the stack of each rank."""
    if record.end != "hang":
        return list(record.log)
    lines = []
    for number, rank in enumerate(record.ranks):
        lines += [f"[rank{number}]: {line}" for line in (*rank.stdout, *rank.stack)]
    return lines
