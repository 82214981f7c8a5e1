"""Verbs for a job of one's own: the root cause in its log, the call in which it hangs, the mistakes in its script."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lockstep.cli.verb import Verb
from lockstep.explain import entry, files, verdict
from lockstep.explain.hang import answer
from lockstep.explain.script import check, report
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project


def _explain(project: Project, args: argparse.Namespace) -> int:
    entries = list(entry.entries(project.texts)) or list(entry.entries(_own().texts))
    logs = files.Logs(args.logs)
    cause = verdict.explain(logs.blocks(), entries)
    for problem in logs.problems:
        print(problem, file=sys.stderr)
    print(verdict.as_text(cause, entries, logs.place, logs.name))
    return 2 if logs.problems else 1 if cause.sure == "no match" else 0


def _own() -> Project:
    """This project, which holds the error index, wherever the command was called."""
    root = Path(__file__).resolve().parents[2]
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
    text = report.FORMATS[args.format](reports)
    if text:
        print(text)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 2
    if args.format == "text" and not reports:
        print("Nothing found.", file=sys.stderr)
    return 1 if reports else 0


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
