"""The verb `what-if`: run the variants of snippets. It takes torch."""

from __future__ import annotations

import argparse
import sys

from lockstep.cli.snippets import need_torch
from lockstep.cli.verb import Verb, jobs
from lockstep.engine import machine
from lockstep.engine.engine import Engine
from lockstep.project import Project
from lockstep.record import recorder, vary, what_if
from lockstep.record.progress import Progress
from lockstep.record.recorder import Outcome
from lockstep.snippet.snippet import Snippet


def _what_if(project: Project, args: argparse.Namespace) -> int:
    from lockstep.question import bank  # it reads YAML, which a bare GPU runner does not have

    asked = bank.asked_lines(bank.questions(project)[0])
    sound = [s for s in project.select(args.paths) if not s.problems and recorder.can_run(s, machine.CPU)]
    snippets = [snippet for snippet in sound if snippet.name in asked or what_if.is_offered(snippet)]
    if args.changed:
        known = {*asked, *what_if.names(project.root, machine.CPU)}
        snippets = [s for s in snippets if s.name in known and what_if.is_stale(s, machine.CPU, asked.get(s.name, {}))]
    if not snippets:
        print("cpu: no variants to run.", file=sys.stderr)
        return 0
    need_torch()
    recorder.make_ready(project.root)

    def vary_one(engine: Engine, snippet: Snippet) -> Outcome:
        return vary.vary_one(engine, snippet, asked.get(snippet.name, {}))

    with Engine(machine.CPU) as engine:
        outcomes = recorder.for_each(vary_one, engine, snippets, Progress(len(snippets)), args.jobs)
    return 1 if any(outcome.problems for outcome in outcomes) else 0


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="snippets or topics (default: all of several ranks)")
    parser.add_argument(
        "--changed", action="store_true", help="only what has variants, but not as it is now or as questions ask"
    )
    parser.add_argument("--jobs", type=jobs, default=0, metavar="N", help="snippets at once (default: by the cores)")


VERBS = (
    Verb(
        "what-if",
        "Run snippets without a line, with another line and with other ranks, and write what each rank then does.",
        "what-if --changed ddp",
        _what_if,
        _arguments,
        tidies=True,
    ),
)
