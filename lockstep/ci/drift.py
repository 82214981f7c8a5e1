"""What another version of torch prints: check the records with it, part by part, and say what changed, as an issue.

The report is empty where all is as on record. Where a part is missing and nothing changed, nothing is known: exit 1.
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

_LINES = 40  # of the diff of one snippet: enough to see what changed


@dataclass(frozen=True)
class Part:
    """What one machine found: its environment, and what `check` printed."""

    environment: dict[str, str]
    told: str


def keep(told: Sequence[str], path: Path) -> None:
    """Keep the lines that `check` printed on this machine, with its environment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = {"environment": machine.environment(machine.CPU), "told": "".join(f"{line}\n" for line in told)}
    path.write_text(json.dumps(part, ensure_ascii=False, indent=1) + "\n", "utf-8")


def parts(folder: Path) -> list[Part]:
    """What the machines found, those that ended."""
    tables = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    return [Part(table["environment"], table["told"]) for table in tables]


def changes(told: str) -> Iterator[tuple[str, list[str]]]:
    """Each problem that `check` printed, with the diff below it."""
    found: list[tuple[str, list[str]]] = []
    for line in told.splitlines():
        if line.startswith("    ") and found:
            found[-1][1].append(line[6:] if line.startswith(" " * 6) else line[4:])  # "-" and "+" first: a diff
        elif line.strip():
            found.append((line, []))
    yield from found


def report(found: Sequence[Part], count: int) -> str:
    """The issue in Markdown; empty where no record differs.

    Raises:
        LockstepError: a part is missing, and the others found nothing: nobody knows whether all is well.
    """
    changed = sorted(change for part in found for change in changes(part.told))
    missing = count - len(found)
    if not changed and missing:
        todo = "Run the failed jobs again."
        raise LockstepError([Problem("drift", 0, f"{missing} of {count} parts did not report.", todo)], code=1)
    if not changed:
        return ""
    env = sorted({", ".join(f"{k} {part.environment[k]}" for k in ("torch", "python")) for part in found})
    gap = f" {missing} of {count} parts did not report, so there may be more." if missing else ""
    head = f"Run cold with {'; '.join(env)}, {len(changed)} of the snippets are not as on record.{gap}\n"
    return "\n".join([head, *(_section(what, diff) for what, diff in changed)])


def _section(what: str, diff: Sequence[str]) -> str:
    place, _, text = what.partition(": ")
    shown = [*diff[:_LINES], *([f"... and {len(diff) - _LINES} lines more"] if len(diff) > _LINES else [])]
    below = f"\n\n{fenced(chr(10).join(shown), 'diff')}" if shown else "\n"
    return f"<details><summary><code>{html.escape(place)}</code> {html.escape(text)}</summary>{below}\n</details>\n"
