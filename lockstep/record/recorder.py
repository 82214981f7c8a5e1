"""Record and check: run snippets, judge what they did, write or compare their records."""

from __future__ import annotations

import dataclasses
import datetime
import os
import re
import socket
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.engine import machine
from lockstep.engine.engine import Engine, default_jobs
from lockstep.engine.job import EngineError
from lockstep.problem import LockstepError, Problem
from lockstep.record import judge, output, place, record, structure
from lockstep.record.progress import Progress
from lockstep.record.record import BadRecord, Record
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet


@dataclass
class Outcome:
    """What came of one snippet: a word for the progress line, problems, and the diff that explains them."""

    verdict: str
    problems: list[Problem] = field(default_factory=list)
    diff: list[str] = field(default_factory=list)


def can_run(snippet: Snippet, profile: str) -> bool:
    """Whether a profile has anything to record for a snippet."""
    if profile == machine.CPU:
        return snippet.needs.cpu
    return 0 < snippet.needs.gpus <= machine.gpu_count(profile)


def is_stale(snippet: Snippet, profile: str) -> bool:
    """Whether the record of a profile is missing, broken, or of another state of the snippet."""
    try:
        found = record.read(snippet.root, profile, snippet.name)
    except BadRecord:
        return True
    return found is None or found.key != snippet.key


def make_ready(root: Path) -> None:
    """Before anything runs: remove halves of records that a killed recorder left, refuse where none can be written.

    Raises:
        LockstepError: the folder of the records is read-only.
    """
    record.sweep(root)
    folder = root / record.FOLDER
    if not os.access(next(path for path in (folder, *folder.parents) if path.exists()), os.W_OK):
        todo = "Record in a checkout that can be written; verify, check and a build work here too."
        raise LockstepError([Problem(record.FOLDER, 0, "is read-only here: nothing was run.", todo)], code=1)


def record_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet and write its record. Run it again where nothing shows yet that its output is stable."""
    first, problems = _attempt(engine, snippet)
    if first is None:
        return Outcome("failed", problems)
    try:
        old = record.read(snippet.root, engine.profile, snippet.name)
    except BadRecord:
        old = None
    same = old is not None and not _compare(snippet, old, first)
    if not same:
        second, problems = _attempt(engine, snippet)
        if second is None:
            return Outcome("failed", problems)
        if diff := _compare(snippet, first, second):
            todo = "Print only what is the same every time, or declare the lines in 'volatile'."
            return Outcome(
                "unstable", [Problem(snippet.path, 0, "printed something else the second time.", todo)], diff
            )
    if snippet.needs.log:
        log, problems = _terminal(engine, snippet, first)
        if problems:
            return Outcome("failed", problems)
        first = dataclasses.replace(first, log=log)
    diff = _reworded(snippet, old, first)
    if old and old.key == first.key:
        first = dataclasses.replace(first, earlier=_earlier(snippet, old, first))
    try:
        record.write(snippet.root, first)
    except OSError as error:
        what = f"cannot be written: {error.strerror}; the old record stands."
        return Outcome("failed", [Problem(_record_path(snippet, engine), 0, what, "Make room and record again.")])
    return Outcome("as before" if same else "recorded", _against_cpu(snippet, first), diff)


def _against_cpu(snippet: Snippet, made: Record) -> list[Problem]:
    """How a GPU's record differs in structure from that of a CPU. Both are kept, to be looked at."""
    try:
        cpu = record.read(snippet.root, machine.CPU, snippet.name)
    except BadRecord:
        return []
    if cpu is None or cpu.key != made.key or snippet.needs.differs:
        return []
    return structure.problems(snippet, cpu, made)


def _terminal(engine: Engine, snippet: Snippet, made: Record) -> tuple[tuple[str, ...], list[Problem]]:
    """What real torchrun leaves in the terminal, if it names the same rank as the first to fail."""
    run, scratch = engine.run(snippet, terminal=True)
    if (run.end, run.first) != (made.end, made.first):
        what = f"in a terminal it ends with {run.end}, first rank {run.first}; by rank with {made.end}, {made.first}."
        return (), [Problem(snippet.path, 0, what, "See to it that one rank is always the first to fail.")]
    host = re.compile(rf"\b{re.escape(socket.gethostname())}\b")
    lines = (line.replace(sys.executable, "python") for line in output.clean(run.log, scratch))
    return tuple(without_marker(host.sub("node0", line)) for line in lines), []


def _reworded(snippet: Snippet, old: Record | None, new: Record) -> list[str]:
    """How the end of a job differs in words from that on record, as a diff."""
    if old is None:
        return []
    return output.diff(judge.message(snippet, old), judge.message(snippet, new), f"{snippet.path}: its message changed")


def _earlier(snippet: Snippet, old: Record, new: Record) -> dict[str, str]:
    """What other versions of torch said, where they said something else."""
    now, before = (str(made.environment.get("torch")).partition("+")[0] for made in (new, old))
    known = old.earlier | {before: "\n".join(judge.message(snippet, old))}
    said = "\n".join(judge.message(snippet, new))
    return {version: text for version, text in known.items() if version != now and text and text != said}


def check_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet and compare it with its record; write nothing."""
    repair = f"Run: nox -s record -- {snippet.name}"
    try:
        old = record.read(snippet.root, engine.profile, snippet.name)
    except BadRecord as error:
        return Outcome("failed", [Problem(_record_path(snippet, engine), 0, f"{error}.", repair)])
    if old is None:
        return Outcome("failed", [Problem(snippet.path, 0, f"has no record on {engine.profile}.", repair)])
    now, problems = _attempt(engine, snippet)
    if now is None:
        return Outcome("failed", problems)
    if diff := _compare(snippet, old, now):
        what = f"prints something else than its record on {engine.profile}."
        return Outcome("different", [Problem(snippet.path, 0, what, f"If the new output is right: {repair[5:]}")], diff)
    return Outcome("as on record")


def each(
    work: Callable[[Engine, Snippet], Outcome], engine: Engine, snippets: Sequence[Snippet], progress: Progress
) -> list[Outcome]:
    """Do the work for every snippet, a few at once. Ctrl-C ends what runs and loses nothing that is done."""

    def one(snippet: Snippet) -> Outcome:
        progress.start(snippet.name)
        try:
            why = place.obstacle(snippet)
            outcome = Outcome(f"left out: {why}") if why else work(engine, snippet)
        except EngineError as error:
            outcome = Outcome("failed", [Problem(snippet.path, 0, f"the engine failed: {error}.", error.todo)])
        except Exception as error:  # a fault of ours: it must not stop the others
            what = f"lockstep itself failed: {error!r}."
            outcome = Outcome("failed", [Problem(snippet.path, 0, what, "Report it with this snippet.")])
        progress.finish(snippet.name, outcome.verdict, ok=not outcome.problems)
        return outcome

    pool = ThreadPoolExecutor(default_jobs())
    try:
        return list(pool.map(one, snippets))
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        engine.stop()
        raise
    finally:
        pool.shutdown()
        progress.close()


def _attempt(engine: Engine, snippet: Snippet) -> tuple[Record | None, list[Problem]]:
    run, scratch = engine.run(snippet)
    ranks = judge.rank_records(snippet, run, scratch)
    problems = judge.problems(snippet, run, ranks)
    if problems:
        return None, problems
    made = Record(
        snippet.name,
        engine.profile,
        snippet.key,
        snippet.command.text,
        datetime.datetime.now(datetime.UTC).date().isoformat(),
        round(run.seconds, 2),
        engine.kind(snippet),
        machine.environment(engine.profile) | place.environment(snippet),
        run.end,
        run.first,
        ranks,
    )
    return made, []


def _compare(snippet: Snippet, old: Record, new: Record) -> list[str]:
    return judge.differences(snippet, old, new.end, new.first, new.ranks)


def _record_path(snippet: Snippet, engine: Engine) -> str:
    path: Path = record.path_of(snippet.root, engine.profile, snippet.name)
    return path.relative_to(snippet.root).as_posix()
