"""`python -m lockstep`: read the command line, call, print, exit with 0 (fine), 1 (problems) or 2 (usage)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lockstep.engine import machine
from lockstep.engine.engine import WARM_WORKS, Engine
from lockstep.engine.job import EngineError
from lockstep.engine.process import stop_once
from lockstep.explain import entry
from lockstep.explain import verdict as explain
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project, find_root
from lockstep.record import judge, notebook_runner, prove, recorder, shard
from lockstep.record.progress import Progress, RankPrinter
from lockstep.record.record import recorded_profiles
from lockstep.record.recorder import Outcome
from lockstep.snippet.snippet import Snippet


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    args = _parser().parse_args(argv)
    stop_once()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a console may not know every sign
    try:
        return args.call(_project(args.root), args)
    except LockstepError as error:
        print(error, file=sys.stderr)
        return error.code
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Records that were finished are kept.", file=sys.stderr)
        return 130


def _project(root: Path | None) -> Project:
    found = root.resolve() if root else find_root()
    if not (found / "docs").is_dir() or not (found / "snippets").is_dir():
        todo = "Run it inside the project, or name it with --root."
        raise LockstepError([Problem(str(found), 0, "holds no docs/ and snippets/.", todo)])
    return Project(found)


def _verify(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import questions, snippets  # they read YAML, which a bare GPU runner does not have

    problems = sorted({*snippets.verify(project, args.release), *questions.examine(project)})
    for problem in problems:
        print(problem)
    waiting = [name for name in project.snippets if project.awaiting(name)]
    print(
        f"{len(project.snippets)} snippets, {len(project.fences)} pages, {len(problems)} problems"
        + (f"; {len(waiting)} snippets not yet recorded on a GPU" if waiting else ""),
        file=sys.stderr,
    )
    return 1 if problems else 0


def _work(project: Project, args: argparse.Namespace) -> int:
    chosen = project.select(args.paths)
    # A notebook has no key line and no $ line.
    pages = [] if args.verb == "prove" or args.cold else project.select_notebooks(args.paths)
    code = 0
    for profile in _profiles(args.profile):
        snippets = [one for one in chosen if recorder.can_run(one, profile)]
        spare = (args.verb, args.profile, profile) == ("record", "auto", machine.CPU) and machine.gpus()  # all have one
        notebooks = pages if profile == machine.CPU else []
        changed = bool(getattr(args, "changed", False) or spare)
        if changed:
            snippets = [one for one in snippets if recorder.is_stale(one, profile)]
            notebooks = [one for one in notebooks if one.stale() or one.outdated()]
        snippets, notebooks = shard.shard_of(snippets, notebooks, profile, args.cold, *args.shard)
        if not snippets and not notebooks:
            print(f"{profile}: nothing to {args.verb}.", file=sys.stderr)
        if args.verb == "record" and (snippets or notebooks):
            recorder.make_ready(project.root)
        if snippets:
            code |= _print(_with_engine(args, profile, snippets))
        if notebooks:
            code |= _print(notebook_runner.work(args.verb, notebooks, changed))
    return code


def _with_engine(args: argparse.Namespace, profile: str, snippets: list[Snippet]) -> list[Outcome]:
    _need_torch()
    with Engine(profile, args.cold) as engine:
        how = "cold" if all(engine.kind(one) == "cold" for one in snippets) else "warm"
        why = "" if WARM_WORKS or args.cold else " (the warm engine needs Linux)"
        print(f"{profile}: {len(snippets)} snippets to {args.verb}, {how}{why}.", file=sys.stderr)
        return recorder.for_each(args.work, engine, snippets, Progress(len(snippets)))


def _print(outcomes: Sequence[Outcome]) -> int:
    told = sorted((outcome for outcome in outcomes if outcome.problems or outcome.diff), key=lambda o: o.problems)
    for outcome in told:
        print(*outcome.problems, *(f"    {line}" for line in outcome.diff), sep="\n")
    return 1 if any(outcome.problems for outcome in told) else 0


def _run(project: Project, args: argparse.Namespace) -> int:
    chosen, pages = project.select([args.path]), project.select_notebooks([args.path])
    if not chosen and len(pages) == 1:
        return _print(notebook_runner.work("run", pages))
    if len(chosen) != 1:
        raise LockstepError([Problem(args.path, 0, f"names {len(chosen)} snippets.", "Name one.")])
    _need_torch()
    one, profile = chosen[0], _profiles(args.profile)[-1]
    printer = RankPrinter(one.command.ranks)
    try:
        with Engine(profile, args.cold) as engine:
            run, scratch = engine.run(one, printer.add)
    except EngineError as error:
        raise LockstepError([Problem(one.path, 0, f"the engine failed: {error}.", error.todo)]) from error
    printer.flush()
    problems = judge.problems(one, run, judge.rank_records(one, run, scratch))
    for problem in problems:
        print(problem)
    print(f"{run.end} in {run.seconds:.1f} s, {run.cpu:.1f} CPU s", file=sys.stderr)
    return 1 if problems else 0


def _list(project: Project, args: argparse.Namespace) -> int:
    for one in project.select(args.paths):
        print(f"{one.name}\n    {one.claim}")
        for profile in [machine.CPU, *(p for p in recorded_profiles(project.root) if p != machine.CPU)]:
            found = project.record(one, profile)
            if found:
                print(f"    {profile:<10} {found.date}  {found.seconds:.1f} s  torch {found.environment.get('torch')}")
            elif recorder.can_run(one, profile):
                print(f"    {profile:<10} stale: run nox -s record -- {one.name}")
        for profile in project.awaiting(one.name):
            print(f"    not yet recorded on {profile}")
    for notebook in project.select_notebooks(args.paths):
        print(*notebook_runner.lines(notebook), sep="\n")
    return 0


def _explain(project: Project, args: argparse.Namespace) -> int:
    entries = list(entry.entries(project.texts))
    log = sys.stdin.buffer.read() if args.log is None else args.log
    verdict = explain.explain(log.decode("utf-8", "replace"), entries)
    print(explain.as_text(verdict, entries))
    return 1 if verdict.sure == "no match" else 0


def _serve(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import serve

    _need_torch()
    return serve.serve(project.root, args.options)


def _export(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import export  # renders Markdown, which a bare GPU runner has no need of

    text = export.as_json(project) if args.format == "json" else export.as_anki(project)
    args.path.parent.mkdir(parents=True, exist_ok=True)
    args.path.write_text(text, "utf-8", newline="\n")
    print(f"{args.path}: {text.count(chr(10))} lines", file=sys.stderr)
    return 0


def _pack(_: Project, args: argparse.Namespace) -> int:
    from lockstep.site import pack  # its libraries are not on a bare GPU runner

    print(f"{args.site}: scripts and styles {pack.pack(args.site)} bytes smaller", file=sys.stderr)
    return 0


def _profiles(name: str) -> list[str]:
    if name == "auto":
        return machine.profiles()
    if name not in machine.profiles():
        what = f"this machine cannot record {name}."
        raise LockstepError([Problem("--profile", 0, what, f"It can: {', '.join(machine.profiles())}.")])
    return [name]


def _need_torch() -> None:
    if not machine.has_torch():
        todo = "Install torch, or let nox do it: nox -s record."
        raise LockstepError([Problem(sys.executable, 0, "has no torch.", todo)])


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {error.strerror}") from error


def _shard(text: str) -> tuple[int, int]:
    index, _, count = text.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is not i/n with 1 <= i <= n, such as 2/4")
    return int(index), int(count)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m lockstep", description="Run, record and verify snippets.")
    parser.add_argument("--root", type=Path, help="folder that holds docs/ and snippets/ (default: found from here)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, call: Callable[[Project, argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(call=call)
        return command

    one = add("verify", _verify, "Check every fence, region, snippet and record; run nothing.")
    one.add_argument("--release", action="store_true", help="also ask for every GPU record to be current")
    for name, work, text in (
        ("record", recorder.record_one, "Run snippets and notebooks, and write what they print."),
        ("check", recorder.check_one, "Run snippets and notebooks, and compare with what is on record; write nothing."),
        ("prove", prove.prove_one, "Run snippets without their key line: each proof must fail; write nothing."),
    ):
        one = add(name, _work, text)
        one.set_defaults(work=work, verb=name)
        one.add_argument("paths", nargs="*", metavar="PATH", help="snippets, notebooks or topics (default: all)")
        one.add_argument("--profile", default="auto", help="cpu, a GPU profile such as 1xh200, or auto: all here")
        one.add_argument(
            "--shard",
            type=_shard,
            default=(1, 1),
            metavar="i/n",
            help="only part i of n, even by recorded seconds; all parts start from the same commit",
        )
        one.add_argument("--cold", action="store_true", help="run each $ line as typed, without the fork server")
        if name == "record":
            one.add_argument("--changed", action="store_true", help="only what is not on record as it is now")
    one = add("run", _run, "Run one snippet and show what it prints, by rank.")
    one.add_argument("path", metavar="PATH")
    one.add_argument("--profile", default=machine.CPU, help="cpu (default) or a GPU profile such as 1xh200")
    one.add_argument("--cold", action="store_true", help="run the $ line as typed")
    one = add("explain", _explain, "Find the root cause in a log: python -m lockstep explain < job.log")
    one.add_argument("log", nargs="?", type=_content, metavar="FILE", help="the log (default: standard input)")
    one = add("list", _list, "List snippets: claim, profiles on record, date, seconds, stale or not.")
    one.add_argument("paths", nargs="*", metavar="PATH")
    one = add("export", _export, "Write all questions for other tools.")
    one.add_argument("format", choices=("json", "anki"), help="the bank as JSON, or a text file that Anki imports")
    one.add_argument("path", type=Path, metavar="FILE")
    one = add("pack", _pack, "Take comments and white space out of the scripts and styles of a built site.")
    one.add_argument("site", type=Path, metavar="FOLDER")
    one = add("serve", _serve, "Serve the site; a saved snippet is run again and its page reloads.")
    one.add_argument("options", nargs="*", metavar="-- OPTION", help="options of mkdocs serve")
    return parser


if __name__ == "__main__":
    sys.exit(main())
