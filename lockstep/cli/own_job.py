"""Verbs for a job of one's own: the root cause in its log, the call in which it hangs, the mistakes in its script."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from lockstep.cli.verb import Verb
from lockstep.explain import entry, files, verdict
from lockstep.explain.hang import answer
from lockstep.explain.script import check, report
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project, find_root


def _explain(project: Project, args: argparse.Namespace) -> int:
    of_project = list(entry.entries(project.texts))
    entries = of_project or list(entry.entries(_own().texts))
    logs = files.Logs(args.logs)
    cause = verdict.explain(logs.blocks(), entries)
    for problem in logs.problems:
        print(problem, file=sys.stderr)
    print(verdict.as_text(cause, entries, logs.place, logs.name))
    if of_project and project.root.resolve() != _root() and not (cause.root and cause.root.slug):
        print(_read(project, len(entries)), file=sys.stderr)
    return 2 if logs.problems else 1 if cause.sure == "no match" else 0


def _read(project: Project, count: int) -> Problem:
    """What a site with an error index of its own is told where that knows no cause."""
    were = "entry was" if count == 1 else "entries were"
    todo = "To have those of Lockstep read, run this in another folder, with a clone of it in PYTHONPATH."
    return Problem(f"{project.root}/{entry.FOLDER}", 0, f"{count} {were} read, of this project alone.", todo)


def _root() -> Path:
    """The folder of a clone of this project; where the package is installed, it holds no docs/."""
    return Path(__file__).resolve().parents[2]


def _own() -> Project:
    """This project, which holds the error index, wherever the command was called."""
    root = _root()
    if not (root / entry.FOLDER).is_dir():
        todo = "Run it in a clone of Lockstep, or with the clone in PYTHONPATH."
        raise LockstepError([Problem(str(root), 0, f"holds no {entry.FOLDER}/, the error index.", todo)])
    return Project(root)


def _of_explain(parser: argparse.ArgumentParser) -> None:
    text = "logs, packed with gzip or not, or folders of them, such as one file a rank; - or nothing for standard input"
    parser.add_argument("logs", nargs="*", type=Path, metavar="FILE", help=text)


def _check_script(_: Project, args: argparse.Namespace) -> int:
    if args.rules:
        print(report.table())
        return 0
    if not args.paths:
        raise LockstepError(
            [Problem("check-script", 0, "has no script.", "Name files or folders, or - to read standard input.")]
        )
    reports, problems = check.check(args.paths)
    text = report.FORMATS[args.format](reports, _page)
    if text:
        print(text)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 2
    if args.format == "text" and not reports:
        print("Nothing found.", file=sys.stderr)
    return 1 if reports else 0


def _page(page: str) -> str:
    """A page as a reader of a report can open it: its file, below here or in a clone, else its address or its name."""
    path, _, part = page.partition("#")
    if (find_root() / "docs" / path).is_file():
        return f"docs/{page}"
    name = re.sub(r"(^|/)index$", "", path.removesuffix(".md"))
    if address := os.environ.get("SITE_URL", "").rstrip("/"):
        return f"{address}/{name}/" + (f"#{part}" if part else "")
    return f"{_root()}/docs/{page}" if (_root() / "docs" / path).is_file() else f"{name} on the site of Lockstep"


def _of_check_script(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="FILE", help="scripts, notebooks, or folders of them; - for standard input"
    )
    parser.add_argument("--format", choices=[*report.FORMATS], default="text", help="default: text")
    parser.add_argument("--rules", action="store_true", help="list all rules")


def _hang(_: Project, args: argparse.Namespace) -> int:
    text, problems, waits = answer.answer(args.dumps, args.world_size)
    for problem in problems:
        print(problem, file=sys.stderr)
    if text:
        print(text)
    return 2 if problems else 0 if waits else 1


def _of_hang(parser: argparse.ArgumentParser) -> None:
    text = (
        "dumps of the flight recorder, or stacks of py-spy or faulthandler, one a rank, "
        "whose names end in the rank; or logs of "
        "TORCH_DISTRIBUTED_DEBUG=DETAIL; or folders of them"
    )
    parser.add_argument("dumps", nargs="+", type=Path, metavar="DUMP", help=text)
    parser.add_argument("--world-size", type=int, default=0, help="ranks of the job, if the last ones left no dump")


VERBS = (
    Verb(
        "explain",
        "Find the root cause in the log of a job, or in one log a rank.",
        "explain < job.log",
        _explain,
        _of_explain,
        anywhere=True,
    ),
    Verb(
        "hang",
        "Compare the flight recorders or logs of a job that hangs: who waits for whom, and where.",
        "hang /tmp/nccl_trace_rank_*",
        _hang,
        _of_hang,
        anywhere=True,
    ),
    Verb(
        "check-script",
        "Find mistakes of distributed training in a script, without running it.",
        "check-script train.py",
        _check_script,
        _of_check_script,
        anywhere=True,
    ),
)
