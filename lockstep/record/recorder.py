"""Record and check snippets: run them, judge the runs, and write their records or compare with them."""

from __future__ import annotations

import dataclasses
import datetime
import os
import re
import socket
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.engine import hosts, machine, slurm
from lockstep.engine.engine import Engine, default_jobs
from lockstep.engine.job import EngineError
from lockstep.problem import LockstepError, Problem, command, failure
from lockstep.record import judge, output, structure
from lockstep.record.progress import Progress
from lockstep.record.record import (
    RECORDS_FOLDER,
    BadRecord,
    Record,
    read_record,
    record_path,
    sweep_parts,
    write_record,
)
from lockstep.snippet.header import IN_HEAD
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

_SIGNAL_LIMIT = 0.5  # seconds after which Ctrl-C is noticed at the latest


@dataclass
class Outcome:
    """The result for one snippet: a word for the progress line, its problems, and the diff that explains them."""

    verdict: str
    problems: list[Problem] = field(default_factory=list)
    diff: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """What is printed of it: each problem, and the diff below them."""
        return [*map(str, self.problems), *(f"    {line}" for line in self.diff)]


def can_run(snippet: Snippet, profile: str) -> bool:
    """Whether a snippet can run on a profile."""
    if profile == machine.CPU:
        return snippet.needs.cpu
    return 0 < snippet.needs.gpus <= machine.gpu_count(profile)


def is_stale(snippet: Snippet, profile: str) -> bool:
    """Whether the record of a snippet is missing, broken, or of another state of the snippet."""
    try:
        record = read_record(snippet.root, profile, snippet.name)
    except BadRecord:
        return True
    return record is None or record.key != snippet.key


def hosts_environment(snippet: Snippet) -> dict[str, str]:
    """The part of a record that describes the hosts of a job; empty for a job on one host."""
    count = len(snippet.command.hosts)
    if snippet.command.slurm:
        return {"hosts": slurm.label(count)}
    return {"hosts": hosts.label(count, hosts.kind())} if count else {}


def hosts_obstacle(snippet: Snippet) -> str:
    """Why this machine can neither record nor check a snippet with several hosts; empty if it can.

    A job of Slurm needs Slurm.
    Without network namespaces such a job runs on loopback, where hosts have other names and no links. A record from a
    machine that can make hosts is kept then.
    """
    if snippet.command.slurm:
        return slurm.obstacle()
    reason = hosts.obstacle() if snippet.command.hosts else ""
    if not reason:
        return ""
    try:
        record = read_record(snippet.root, machine.CPU, snippet.name)
    except BadRecord:
        return ""
    recorded_on = record.environment.get("hosts") if record and record.key == snippet.key else None
    if not recorded_on or recorded_on == hosts_environment(snippet)["hosts"]:
        return ""
    return f"recorded on {recorded_on}, and this machine can make none: {reason}"


def make_ready(root: Path) -> None:
    """Remove half-written records of a killed recorder, and check that records can be written before anything runs.

    Raises:
        LockstepError: the folder of the records is read-only.
    """
    sweep_parts(root)
    folder = root / RECORDS_FOLDER
    if not os.access(next(path for path in (folder, *folder.parents) if path.exists()), os.W_OK):
        todo = "Record in a checkout that can be written; verify, check and a build work here too."
        raise LockstepError([Problem(RECORDS_FOLDER, 0, "is read-only here: nothing was run.", todo)], code=1)


def record_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet and write its record. Unless the output is the one on record, run it twice to see it is stable."""
    first, problems = _attempt(engine, snippet)
    if first is None:
        return Outcome("failed", problems)
    try:
        old = read_record(snippet.root, engine.profile, snippet.name)
    except BadRecord:
        old = None
    same = old is not None and not _compare(snippet, old, first)
    if not same:
        second, problems = _attempt(engine, snippet)
        if second is None:
            return Outcome("failed", problems)
        if diff := _compare(snippet, first, second):
            todo = f"Print only what is the same every time, or write 'volatile = [...]' with these lines {IN_HEAD}."
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
        write_record(snippet.root, first)
    except BadRecord as error:
        todo = "Print only what a page can show."
        return Outcome("failed", [Problem(snippet.path, 0, f"what it printed cannot be kept: {error}.", todo)])
    except OSError as error:
        what = f"cannot be written: {error.strerror}; the old record stands."
        return Outcome("failed", [Problem(_record_path(snippet, engine), 0, what, "Make room and record again.")])
    return Outcome("as before" if same else "recorded", _against_cpu(snippet, first), diff)


def _against_cpu(snippet: Snippet, gpu_record: Record) -> list[Problem]:
    """Problems if a record of a GPU differs in structure from that of a CPU. Both are kept, for a person to judge."""
    try:
        cpu_record = read_record(snippet.root, machine.CPU, snippet.name)
    except BadRecord:
        return []
    if cpu_record is None or cpu_record.key != gpu_record.key or snippet.needs.differs:
        return []
    return structure.problems(snippet, cpu_record, gpu_record)


def _terminal(engine: Engine, snippet: Snippet, record: Record) -> tuple[tuple[str, ...], list[Problem]]:
    """The output of torchrun in a terminal. It is a problem if another rank fails first in it than in the record."""
    run, scratch = engine.run(snippet, terminal=True)
    if (run.end, run.first) != (record.end, record.first):
        what = (
            f"in a terminal it ends with {run.end}, first rank {run.first}; by rank with {record.end}, {record.first}."
        )
        return (), [Problem(snippet.path, 0, what, "See to it that one rank is always the first to fail.")]
    host = re.compile(rf"\b{re.escape(socket.gethostname())}\b")
    lines = (line.replace(sys.executable, "python") for line in output.clean(run.log, scratch))
    return tuple(without_marker(host.sub("node0", line)) for line in lines), []


def _reworded(snippet: Snippet, old: Record | None, new: Record) -> list[str]:
    """How the final message of a job differs from that on record, as a diff."""
    if old is None:
        return []
    return output.diff(judge.message(snippet, old), judge.message(snippet, new), f"{snippet.path}: its message changed")


def _earlier(snippet: Snippet, old: Record, new: Record) -> dict[str, str]:
    """By version of torch, the messages of earlier records that differ from the message of the new one."""
    now, before = (str(record.environment.get("torch")).partition("+")[0] for record in (new, old))
    messages = old.earlier | {before: "\n".join(judge.message(snippet, old))}
    message = "\n".join(judge.message(snippet, new))
    return {version: text for version, text in messages.items() if version != now and text and text != message}


def check_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet and compare the run with its record. Writes nothing."""
    repair = f"Run: {command('record', snippet.name)}"
    try:
        old = read_record(snippet.root, engine.profile, snippet.name)
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


def for_each(
    work: Callable[[Engine, Snippet], Outcome],
    engine: Engine,
    snippets: Sequence[Snippet],
    progress: Progress,
    jobs: int = 0,
) -> list[Outcome]:
    """Call `work` for every snippet and print what is wrong with each as soon as it is done.

    `jobs` run at once; 0 is as many as suit this machine.

    Ctrl-C ends what still runs; finished work is not lost.
    """

    def work_on(snippet: Snippet) -> Outcome:
        progress.start(snippet.name)
        try:
            reason = hosts_obstacle(snippet)
            outcome = Outcome(f"left out: {reason}") if reason else work(engine, snippet)
        except EngineError as error:
            outcome = Outcome("failed", [Problem(snippet.path, 0, f"the engine failed: {error}.", error.todo)])
        except Exception as error:  # a bug of Lockstep must not stop the other snippets
            outcome = Outcome("failed", [failure(snippet.path, 0, error)])
        progress.finish(snippet.name, outcome.verdict, ok=not outcome.problems, said=outcome.lines)
        return outcome

    pool = ThreadPoolExecutor(jobs or default_jobs())
    try:
        futures = [pool.submit(work_on, snippet) for snippet in snippets]
        # A signal that comes just before a wait does not end the wait, and Python handles signals between waits.
        while wait(futures, _SIGNAL_LIMIT).not_done:
            pass
        return [future.result() for future in futures]
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
    record = Record(
        snippet=snippet.name,
        profile=engine.profile,
        key=snippet.key,
        command=snippet.command.text,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        seconds=round(run.seconds, 2),
        engine=engine.kind(snippet),
        environment=machine.environment(engine.profile) | hosts_environment(snippet),
        end=run.end,
        first=run.first,
        ranks=ranks,
    )
    return record, []


def _compare(snippet: Snippet, old: Record, new: Record) -> list[str]:
    return judge.differences(snippet, old, new.end, new.first, new.ranks)


def _record_path(snippet: Snippet, engine: Engine) -> str:
    path = record_path(snippet.root, engine.profile, snippet.name)
    return path.relative_to(snippet.root).as_posix()
