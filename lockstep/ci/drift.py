"""Check the records with another version of torch, part by part, and write what changed as the text of an issue.

    python -m lockstep.ci.drift check 2/4 parts/2.json
    python -m lockstep.ci.drift report parts --of 4 > issue.md

The report is empty if nothing changed. If a part is missing and the others did not change, the exit code is 1.
"""

from __future__ import annotations

import argparse
import html
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstep.ci.github import fenced
from lockstep.engine import machine
from lockstep.problem import LockstepError, Problem, tells

_LINES = 40  # of the diff of one snippet, which is enough to see what changed


@dataclass(frozen=True)
class Part:
    """The result of one machine: its environment, and the output of `check`."""

    environment: dict[str, str]
    told: str


def check(shard: str, path: Path) -> int:
    """Run `check --cold` on a part of the snippets and keep what it prints; returns 0 also where records differ.

    Where it could not do its work its exit is returned, and nothing is kept: the part counts as missing then.
    """
    command = [sys.executable, "-m", "lockstep", "check", "--cold", "--profile", machine.CPU, "--shard", shard]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if done.returncode > 1 or (done.returncode and not done.stdout):  # it could not begin
        return done.returncode
    path.parent.mkdir(parents=True, exist_ok=True)
    found = {"environment": machine.environment(machine.CPU), "told": done.stdout}
    path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


def parts(folder: Path) -> list[Part]:
    """The results of the machines that came to an end."""
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m lockstep.ci.drift", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    one = commands.add_parser("check", help="check a part of the records with the torch that is installed")
    one.add_argument("shard", metavar="i/n")
    one.add_argument("path", type=Path, metavar="FILE", help="where to keep what it found")
    one = commands.add_parser("report", help="print what changed, as the text of an issue")
    one.add_argument("folder", type=Path, metavar="FOLDER", help="what the parts have kept")
    one.add_argument("--of", type=int, required=True, metavar="N", help="how many parts there are")
    return parser


@tells
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    args = _parser().parse_args(argv)
    if args.command == "check":
        return check(args.shard, args.path)
    print(report(parts(args.folder), args.of), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
