"""Check the records with another version of torch, part by part, and write what changed as the text of an issue.

The report is empty if nothing changed. If a part is missing and the others did not change, the exit code is 1.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstep.ci.github import fenced
from lockstep.engine import machine
from lockstep.problem import LockstepError, Problem

_LINES = 40  # of the diff of one snippet, which is enough to see what changed


@dataclass(frozen=True)
class Part:
    """The result of one machine: its environment, and the output of `check`."""

    environment: dict[str, str]
    told: str


def keep(told: Sequence[str], path: Path) -> None:
    """Keep the lines that `check` printed on this machine, with its environment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = {"environment": machine.environment(machine.CPU), "told": "".join(f"{line}\n" for line in told)}
    path.write_text(json.dumps(part, ensure_ascii=False, indent=1) + "\n", "utf-8")


def parts(folder: Path) -> list[Part]:
    """The results of the machines that finished."""
    tables = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    return [Part(table["environment"], table["told"]) for table in tables]


def changes(told: str) -> Iterator[tuple[str, list[str]]]:
    """Each problem that `check` printed, with the diff below it."""
    changed: list[tuple[str, list[str]]] = []
    for line in told.splitlines():
        if line.startswith("    ") and changed:
            changed[-1][1].append(line[6:] if line.startswith(" " * 6) else line[4:])  # "-" and "+" first: a diff
        elif line.strip():
            changed.append((line, []))
    yield from changed


def report(received: Sequence[Part], count: int) -> str:
    """The issue in Markdown; empty if no record differs.

    Raises:
        LockstepError: a part is missing and nothing changed in the others, so the result is unknown.
    """
    changed = sorted(change for part in received for change in changes(part.told))
    missing = count - len(received)
    if not changed and missing:
        todo = "Run the failed jobs again."
        raise LockstepError([Problem("drift", 0, f"{missing} of {count} parts did not report.", todo)], code=1)
    if not changed:
        return ""
    env = sorted({", ".join(f"{k} {part.environment[k]}" for k in ("torch", "python")) for part in received})
    gap = f" {missing} of {count} parts did not report, so there may be more." if missing else ""
    head = f"Run cold with {'; '.join(env)}, {len(changed)} of the snippets are not as on record.{gap}\n"
    return "\n".join([head, *(_section(what, diff) for what, diff in changed)])


def _section(what: str, diff: Sequence[str]) -> str:
    place, _, text = what.partition(": ")
    shown = [*diff[:_LINES], *([f"... and {len(diff) - _LINES} lines more"] if len(diff) > _LINES else [])]
    below = f"\n\n{fenced(chr(10).join(shown), 'diff')}" if shown else "\n"
    return f"<details><summary><code>{html.escape(place)}</code> {html.escape(text)}</summary>{below}\n</details>\n"
