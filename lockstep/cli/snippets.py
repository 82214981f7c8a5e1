"""Verbs that run, record and look up snippets. To run one takes torch; besides, only `verify` needs a library."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Sequence

from lockstep.cli.verb import Verb, jobs, opened, shard, share
from lockstep.engine import machine
from lockstep.engine.engine import WARM_WORKS, Engine
from lockstep.engine.job import EngineError
from lockstep.problem import LockstepError, Problem, by_nox, command
from lockstep.project import Project
from lockstep.record import judge, notebook_runner, proof, prove, recorder, trace, trace_run
from lockstep.record import shard as shards
from lockstep.record import share as shares
from lockstep.record.as_text import as_text
from lockstep.record.progress import Progress, RankPrinter
from lockstep.record.record import recorded_profiles
from lockstep.record.recorder import Outcome
from lockstep.snippet.snippet import Snippet

_WORK = {
    "record": recorder.record_one,
    "check": recorder.check_one,
    "prove": prove.prove_one,
    "trace": trace_run.trace_one,
    "check twice": shares.check_twice,
}
UNREADABLE = "cannot be read"  # the verdict of a snippet whose file is wrong
_IS_STALE = {"record": recorder.is_stale, "prove": proof.is_unproved, "trace": trace.is_outdated}


def outcomes(
    project: Project,
    verb: str,
    *,
    paths: Sequence[str] = (),
    profile: str = "auto",
    part: tuple[int, int] = (1, 1),
    cold: bool = False,
    changed: bool = False,
    share: tuple[int, int] | None = None,
    jobs: int = 0,
) -> Iterator[list[Outcome]]:
    """Record, check, prove or trace snippets; yields the outcomes of each profile as a list, and those of snippets that
    cannot be read before. The problems and the diff of each are printed once it is done.

    Args:
        verb: "record", "check", "prove" or "trace".
        paths: snippets or topics; empty for all.
        profile: "cpu", a GPU profile, or "auto" for all that this machine can record.
        part: (i, n), the i-th of n parts.
        cold: run each `$` line as typed.
        changed: only snippets whose record, or for "prove" whose proof, or for "trace" whose trace, is stale.
        share: (k, n), the k-th of n shares that do not change with the records; with k = 0 that whose turn it is.
        jobs: how many snippets run at once; 0 is as many as suit this machine.

    Raises:
        LockstepError: a path names no snippet, the machine cannot record the profile, or there is no torch.
    """
    selected = project.select(list(paths))
    chosen = [snippet for snippet in selected if not snippet.problems]
    if len(chosen) < len(selected):
        yield [_unreadable(snippet) for snippet in selected if snippet.problems]
    # A notebook has no key line to prove and no $ line to run cold.
    pages = [] if verb in ("prove", "trace") or cold or share else project.select_notebooks(list(paths))
    if share:
        number, count = share[0] or shares.turn(project.root, share[1]), share[1]
        chosen = shares.share_of(chosen, number, count)
        print(f"Share {number} of {count}.", file=sys.stderr)
    for name in _profiles(profile):
        can = trace_run.can_trace if verb == "trace" else recorder.can_run
        snippets = [snippet for snippet in chosen if can(snippet, name)]
        notebooks = pages if name == machine.CPU else []
        # On a GPU machine the CPU is recorded only where needed: any other machine can do that.
        spare = (verb, profile, name) == ("record", "auto", machine.CPU) and machine.gpus()
        only_stale = bool(changed or spare)
        if only_stale:
            snippets = [snippet for snippet in snippets if _IS_STALE[verb](snippet, name)]
            notebooks = [notebook for notebook in notebooks if notebook.stale() or notebook.outdated()]
        snippets, notebooks = shards.shard_of(snippets, notebooks, name, cold, *part)
        if not snippets and not notebooks:
            print(f"{name}: nothing to {verb}.", file=sys.stderr)
        elif verb == "record":
            recorder.make_ready(project.root)
        if snippets:
            yield _with_engine("check twice" if share else verb, name, cold, snippets, jobs)
        if notebooks:
            yield notebook_runner.work(verb, notebooks, only_stale)


def _unreadable(snippet: Snippet) -> Outcome:
    for problem in snippet.problems:
        print(problem, flush=True)
    return Outcome(UNREADABLE, list(snippet.problems))


def _with_engine(verb: str, profile: str, cold: bool, snippets: list[Snippet], jobs: int) -> list[Outcome]:
    need_torch()
    typed = cold and verb.startswith("check") and profile == machine.CPU and os.name == "posix"
    with Engine(profile, cold, typed) as engine:
        is_cold = verb != "trace" and all(engine.kind(snippet) == "cold" for snippet in snippets)
        how = "cold" if is_cold else "warm"
        why = "" if WARM_WORKS or cold else " (the warm engine needs Linux)"
        print(f"{profile}: {len(snippets)} snippets to {verb}, {how}{why}.", file=sys.stderr)
        return recorder.for_each(_WORK[verb], engine, snippets, Progress(len(snippets)), jobs)


def lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Each problem, with the diff below it, sorted."""
    return [line for outcome in sorted(outcomes, key=lambda outcome: outcome.problems) for line in outcome.lines]


def _work(project: Project, args: argparse.Namespace) -> int:
    options = {"profile": args.profile, "part": args.shard, "cold": args.cold, "changed": args.changed}
    options |= {"share": args.share, "jobs": args.jobs}
    code = 0
    for of_profile in outcomes(project, args.verb, paths=args.paths, **options):
        code |= _code(of_profile)
    return code


def _code(outcomes: Sequence[Outcome]) -> int:
    return 1 if any(outcome.problems for outcome in outcomes) else 0


def _run(project: Project, args: argparse.Namespace) -> int:
    chosen, pages = project.select([args.path]), project.select_notebooks([args.path])
    if not chosen and len(pages) == 1:
        return _code(notebook_runner.work("run", pages))
    if len(chosen) != 1:
        raise LockstepError([Problem(args.path, 0, f"names {len(chosen)} snippets.", "Name one.")])
    if chosen[0].problems:
        raise LockstepError(chosen[0].problems, code=1)
    need_torch()
    snippet, profile = chosen[0], _profiles(args.profile)[-1]
    printer = RankPrinter(snippet.command.ranks)
    try:
        with Engine(profile, args.cold) as engine:
            run, scratch = engine.run(snippet, printer.add)
    except EngineError as error:
        raise LockstepError([Problem(snippet.path, 0, f"the engine failed: {error}.", error.todo)]) from error
    printer.flush()
    problems = judge.problems(snippet, run, judge.rank_records(snippet, run, scratch))
    for problem in problems:
        print(problem)
    print(f"{run.end} in {run.seconds:.1f} s, {run.cpu:.1f} CPU s", file=sys.stderr)
    return 1 if problems else 0


def _list(project: Project, args: argparse.Namespace) -> int:
    chosen = project.select(args.paths)
    for snippet in chosen:
        print(f"{snippet.name}\n    {snippet.claim}", *(f"    {problem}" for problem in snippet.problems), sep="\n")
        for profile in [machine.CPU, *(p for p in recorded_profiles(project.root) if p != machine.CPU)]:
            record = project.record(snippet, profile)
            if record:
                torch = record.environment.get("torch")
                print(f"    {profile:<10} {record.date}  {record.seconds:.1f} s  torch {torch}")
            elif recorder.can_run(snippet, profile):
                print(f"    {profile:<10} stale: run {command('record', snippet.name)}")
        for profile in project.awaiting(snippet.name):
            print(f"    not yet recorded on {profile}")
    for notebook in project.select_notebooks(args.paths):
        print(*notebook_runner.lines(notebook), sep="\n")
    return 1 if any(snippet.problems for snippet in chosen) else 0


@contextlib.contextmanager
def _no_garbage_looked_for() -> Iterator[None]:
    """Collect nothing: what is read is kept to the end, and walking all of it for garbage is a quarter of the work."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all is old now: the next collection, which is of young objects, finds none to walk
        gc.enable()


def _verify(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import citations, everything, unchanged  # some read YAML, which a bare GPU runner does not have

    before = unchanged.digest(project.root) if args.changed and not args.release else ""
    if before and (said := unchanged.summary(project.root, before)):
        print(f"{said}\nNothing has changed since this was checked.", file=sys.stderr)
        return 0
    count = 0
    with _no_garbage_looked_for():
        for problem in everything.problems(project, args.release):
            print(problem, flush=True)
            count += 1
    waiting = [name for name in project.snippets if project.awaiting(name)]
    said = f"{len(project.snippets)} snippets, {len(project.fences)} pages, {count} problems"
    said += f"; {len(waiting)} snippets not yet recorded on a GPU" if waiting else ""
    said += f"\n{unchecked}" if (unchecked := citations.unchecked(project)) else ""
    print(said, file=sys.stderr)
    if before and not count and unchanged.digest(project.root) == before:  # nothing was saved while it read
        unchanged.remember(project.root, before, said)
    return 1 if count else 0


def _text(_: Project, args: argparse.Namespace) -> int:
    print(as_text(args.file.decode("utf-8", "replace")), end="")
    return 0


def _profiles(name: str) -> list[str]:
    if name == "auto":
        return machine.profiles()
    if name not in machine.profiles():
        what = f"this machine cannot record {name}."
        raise LockstepError([Problem("--profile", 0, what, f"It can: {', '.join(machine.profiles())}.")])
    return [name]


def need_torch() -> None:
    """Refuse to go on without torch.

    Raises:
        LockstepError: this Python has none.
    """
    if not machine.has_torch():
        todo = "Install torch, or let nox do it: nox -s record." if by_nox() else "Install torch."
        raise LockstepError([Problem(sys.executable, 0, "has no torch.", todo)])


def _content(path: str) -> bytes:
    with opened(path) as file:
        return file.read()


def _of_work(parser: argparse.ArgumentParser, verb: str) -> None:
    parser.set_defaults(verb=verb, changed=False, share=None)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="snippets, notebooks or topics (default: all)")
    parser.add_argument("--profile", default="auto", help="cpu, a GPU profile such as 1xh200, or auto: all here")
    parser.add_argument(
        "--shard",
        type=shard,
        default=(1, 1),
        metavar="i/n",
        help="only part i of n, even by recorded seconds; all parts start from the same commit",
    )
    parser.add_argument("--cold", action="store_true", help="run each $ line as typed, without the fork server")
    parser.add_argument("--jobs", type=jobs, default=0, metavar="N", help="snippets at once (default: by the cores)")


def _of_check(parser: argparse.ArgumentParser) -> None:
    _of_work(parser, "check")
    parser.add_argument(
        "--share",
        type=share,
        metavar="k/n",
        help="only share k of n, by name, a failure twice; auto/n: by the number of CI's run or of the commits",
    )


def _of_prove(parser: argparse.ArgumentParser) -> None:
    _of_work(parser, "prove")
    parser.add_argument("--changed", action="store_true", help="only what has no proof on record as it is now")


def _of_trace(parser: argparse.ArgumentParser) -> None:
    _of_work(parser, "trace")
    parser.add_argument("--changed", action="store_true", help="only what has a trace, but not of it as it is now")


def _of_record(parser: argparse.ArgumentParser) -> None:
    _of_work(parser, "record")
    parser.add_argument("--changed", action="store_true", help="only what is not on record as it is now")


def _of_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH")
    parser.add_argument("--profile", default=machine.CPU, help="cpu (default) or a GPU profile such as 1xh200")
    parser.add_argument("--cold", action="store_true", help="run the $ line as typed")


def _of_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="snippets, notebooks or topics (default: all)")


def _of_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--release", action="store_true", help="also ask for every GPU record to be current")
    parser.add_argument("--changed", action="store_true", help="only if something changed since this found no problem")


def _of_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=_content, metavar="FILE", help="a record, or any file")


VERBS = (
    Verb(
        "record",
        "Run snippets and notebooks, and write what they print.",
        "record ddp/averages_gradients.py",
        _work,
        _of_record,
        tidies=True,
    ),
    Verb(
        "check",
        "Run snippets and notebooks, and compare with what is on record.",
        "check --cold ddp",
        _work,
        _of_check,
        tidies=True,
    ),
    Verb(
        "prove",
        "Run snippets without their key line, and write by what each ends.",
        "prove ddp",
        _work,
        _of_prove,
        tidies=True,
    ),
    Verb(
        "trace",
        "Run snippets of two to eight ranks line by line, and write what each rank did.",
        "trace ddp/averages_gradients.py",
        _work,
        _of_trace,
        tidies=True,
    ),
    Verb(
        "run",
        "Run one snippet and show what it prints, by rank.",
        "run ddp/averages_gradients.py",
        _run,
        _of_run,
        tidies=True,
    ),
    Verb("list", "List snippets: claim, profiles on record, date, seconds, stale or not.", "list ddp", _list, _of_list),
    Verb(
        "verify", "Check every page, fence, question, snippet and record; run nothing.", "verify", _verify, _of_verify
    ),
    Verb(
        "text",
        "Show a record as text; `git diff` can call it.",
        "text snippets/recorded/cpu/ddp/averages_gradients.json",
        _text,
        _of_text,
    ),
)
