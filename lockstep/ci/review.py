"""What changed in records, as the summary of a pull request: text by rank, not JSON, and where each comes from."""

from __future__ import annotations

import contextlib
import difflib
import html

from lockstep.ci import collect
from lockstep.ci.github import LIMIT, call, fenced
from lockstep.engine.machine import CPU
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.record import manifest, origin
from lockstep.record.as_text import as_text
from lockstep.record.record import RECORDS_FOLDER, BadRecord, read_record

_LINES = 60  # of the diff of one record


def changes(project: Project, base: str) -> str:
    """The records that differ between a checkout and where it left `base`, as Markdown of at most `LIMIT` characters.

    Raises:
        LockstepError: git fails, such as for an unknown commit.
    """
    _need_commit(project, base)
    start = call(project.root, "git", "merge-base", base, "HEAD")
    listed = call(
        project.root, "git", "diff", "--name-status", "--no-renames", "-z", start, "HEAD", "--", RECORDS_FOLDER
    )
    words = listed.split("\0")
    pairs = zip(words[1::2], words[::2], strict=False)
    sections = sorted((_section(project, path, status, start) for path, status in pairs), key=lambda one: one[:-1])
    parts = [f"{len(sections)} files of records changed.\n" if sections else "No record changed.\n"]
    for number, (_, _, _, text) in enumerate(sections):
        if sum(map(len, parts)) + len(text) > LIMIT - 200:
            parts.append(f"{len(sections) - number} more do not fit here: git diff shows them.\n")
            break
        parts.append(text)
    return "\n".join(parts)


def _need_commit(project: Project, base: str) -> None:
    try:
        call(project.root, "git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
    except LockstepError as error:
        if getattr(error.__cause__, "returncode", 0) != 1:  # git is missing, or this is no checkout
            raise
        raise LockstepError(
            [Problem("--base", 0, f"no commit is called {base}.", "Fetch it, or name another.")], code=1
        ) from error


def _section(project: Project, path: str, status: str, start: str) -> tuple[bool, bool, str, str]:
    """One file as Markdown: what happened to it, where it comes from, and its diff.

    Before it stand whether it is of a CPU, whether only another machine or day made it, and its path: to sort by.
    """
    old = [] if status == "A" else _lines(project, f"{start}:{path}")
    new = [] if status == "D" else _lines(project, f"HEAD:{path}")
    diff = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
    if len(diff) > _LINES:
        diff[_LINES:] = [f"... and {len(diff) - _LINES} lines more"]
    what = {"A": "new", "D": "deleted"}.get(status, "changed")
    made = f", {html.escape(words)}" if status != "D" and (words := _origin(project, path)) else ""
    body = fenced("\n".join(line.rstrip() for line in diff) or "only its layout", "diff")
    text = f"<details><summary><code>{html.escape(path)}</code> {what}{made}</summary>\n\n{body}\n</details>\n"
    return collect.profile_and_snippet(path)[0] == CPU, _said(old) == _said(new), path, text


def _said(lines: list[str]) -> list[str]:
    """The lines of a record from those of rank 0 on."""
    return lines[next((number for number, line in enumerate(lines) if line.startswith("rank 0: ")), 0) :]


def _lines(project: Project, blob: str) -> list[str]:
    content = call(project.root, "git", "show", blob)
    return (content if blob.endswith(manifest.SUFFIX) else as_text(content)).split("\n")


def _origin(project: Project, path: str) -> str:
    if path.endswith(".json"):
        with contextlib.suppress(BadRecord):
            record = read_record(project.root, *collect.profile_and_snippet(path))
            return origin.words(project.root, record) if record else ""
        return "not a whole record"
    return ""
