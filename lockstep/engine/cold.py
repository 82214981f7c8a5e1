"""The cold engine: it runs the `$` line itself, with plain `python` or torchrun, on every system that has Python.

All GPU profiles use it. It also checks the warm engine, in which preloading may hide a missing import, and a fork that
ends with `_exit` may hide a crash at exit. torchrun gets its settings from `PET_*` variables, so that the `$` line is
run exactly as it is typed.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from lockstep.engine import environment, guard, process, sandbox
from lockstep.engine.guard import MARK
from lockstep.engine.job import STREAM_LIMIT, Job, OnOutput, RankRun, Run
from lockstep.engine.limits import LOOK, Timeout, exceeded

_POLL = 0.02  # seconds
_STOP = 40.0  # seconds that torchrun may take to end its ranks: it waits 30 for them
_QUIET = {"OMP_NUM_THREADS": "1", "PET_STANDALONE": "1"}  # what no reader types, and jobs side by side need
_LINUX = sys.platform == "linux"  # /proc tells which processes belong to a job
_FAILED = re.compile(r"rank\s*: \d+ \(local_rank: (?P<rank>\d+)\)\s+exitcode\s*: (?P<exit>-?\d+)")


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the command of a job; all files it prints to lie in the scratch folder.

    `stopped` is called repeatedly: once it returns True, the job is killed and its end is "stopped".
    """
    process.become_subreaper()  # the ranks become children of this process if torchrun dies
    return guarded(ColdRun(job, on_output), stopped)


def guarded(cold_run: ColdRun, stopped: Callable[[], bool]) -> Run:
    """Run a job under a guard, which ends the job if this process is killed."""
    with guard.guarded(cold_run.mark):
        return cold_run.run(stopped)


class ColdRun:
    """One running job: the process of its command, the output of its ranks so far, and all its processes."""

    def __init__(self, job: Job, on_output: OnOutput | None) -> None:
        self.job, self.on_output = job, on_output
        self.logs = job.scratch / "logs"
        self.logs.mkdir()
        self.mark = uuid.uuid4().hex
        self.ranks = [RankRun() for _ in range(job.processes)]
        self.ended: set[int] = set()  # pids of the processes that this engine killed
        self._launcher_log = "stdout" if job.terminal else "stderr"  # the file with the errors of the launcher
        self._over: int | None = None  # the rank that exceeded a limit
        self.process: subprocess.Popen[bytes]
        self._reader = -1  # of the report of the keeper

    def run(self, stopped: Callable[[], bool]) -> Run:
        """Start the command, watch it until it ends, and remove all its processes."""
        start, cpu_before = time.monotonic(), _children_cpu()
        try:
            self._start()
            end = self._watch(stopped)
            strays = self._strays() if end == "finished" else 0
        finally:
            self._end()
        seconds = time.monotonic() - start
        self._read()
        cpu = _children_cpu() - cpu_before
        result = Run(self.ranks, end=end, strays=strays, seconds=seconds, cpu=cpu)
        result.first = self._over
        if end == "finished":
            self._note_exits(result)
        if self.job.terminal:
            result.log = (self.logs / "stdout").read_bytes()
        return result

    def _start(self) -> None:
        reader, writer = os.pipe()
        with open(self.logs / "stdout", "ab") as stdout, open(self.logs / self._launcher_log, "ab") as stderr:
            self.process = subprocess.Popen(
                [*self._keeper(writer), *self._argv()],
                cwd=Path(__file__).parents[2] if _LINUX else self.job.scratch,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                pass_fds=(*self.job.held, writer),
            )
        os.close(writer)
        self._reader = reader

    def _keeper(self, report: int) -> list[str]:
        """The command that runs the command of the job and ends what it leaves."""
        if not _LINUX:
            return []
        kept = sandbox.kept_folders() if self.job.isolated else None
        settings = {"scratch": str(self.job.scratch), "kept": kept, "hidden": self.job.hidden, "report": report}
        return [sys.executable, "-S", "-m", "lockstep.engine.keeper", json.dumps(settings)]

    def _argv(self) -> list[str]:
        job = self.job
        if job.typed:
            return ["/bin/sh", "-c", job.typed]
        if not job.ranks:
            return [sys.executable, job.script, *job.args]
        launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(job.ranks)]
        return [*launcher, *job.options, job.script, *job.args]

    def _environment(self) -> dict[str, str]:
        settings = _of_a_reader(self.job) if self.job.typed else {**environment.allowed(), **self.job.env, **_QUIET}
        return {
            **settings,
            MARK: self.mark,
            "PYTHONUNBUFFERED": "1",
            "PYTHONFAULTHANDLER": "1",  # the ranks of a hung job write their stacks on SIGABRT
            "PET_REDIRECTS": "0" if self.job.terminal else "3",
            "PET_LOG_DIR": str(self.logs),
        }

    def _watch(self, stopped: Callable[[], bool]) -> str:
        timeout, look = Timeout(self.job.timeout), 0.0
        while not self._is_over():
            if stopped():
                return "stopped"
            if self._read():
                return "flood"
            if time.monotonic() > look:
                pids = self._processes() if _LINUX else []
                if limit := self._exceeded(pids):
                    return limit
                timeout.look(pids)
                if timeout.is_over(self._living):
                    if self._is_over():  # a job that ended just now is not busy either
                        break
                    self._write_stacks()
                    return "hang"
                look = time.monotonic() + LOOK
            time.sleep(_POLL)
        return "finished"

    def _is_over(self) -> bool:
        return self.process.poll() is not None

    def _exceeded(self, pids: Sequence[int]) -> str:
        """The limit that a process of the job exceeds, if any. The rank that it belongs to writes its stack."""
        limit, pid = exceeded(pids, self.job.memory)
        if limit:
            self._over = self._living().get(pid) if self.job.ranks else 0
            self._write_stacks()
        return limit

    def _processes(self) -> list[int]:
        """Pids of the processes of the job: those below the keeper, and without the first process of a sandbox."""
        return process.descendants(self.process.pid)[self.job.isolated :]

    def _read(self) -> bool:
        """Read what the ranks have printed since the last call. Returns True if a stream has grown over the limit."""
        flood = False
        for rank, run in enumerate(self.ranks):
            for name in ("stdout", "stderr"):
                known = getattr(run, name)
                new = self._after(rank, name, len(known))
                if new and self.on_output:
                    self.on_output(rank, name, new)
                setattr(run, name, known + new)
                flood = flood or len(known + new) > STREAM_LIMIT
        return flood

    def _after(self, rank: int, name: str, offset: int) -> bytes:
        path = self.logs / name
        if self.job.ranks:  # torchrun: <logs>/<run id>/attempt_0/<rank>/stdout.log
            path = next(self.logs.glob(f"*/attempt_*/{rank}/{name}.log"), path.with_suffix(".none"))
        with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
            file.seek(offset)
            return file.read(STREAM_LIMIT + 1)
        return b""

    def _write_stacks(self) -> None:
        """Let every rank write its stack and die. torchrun is stopped first, so that it does not end other ranks."""
        if not _LINUX:
            return
        living = self._living()
        ranks = [pid for pid, rank in living.items() if rank is not None] if self.job.ranks else self._processes()[:1]
        others = [pid for pid in self._processes() if pid not in ranks] if self.job.ranks else []
        stop = [(pid, signal.SIGSTOP) for pid in others]
        write = [(pid, number) for number in (signal.SIGABRT, signal.SIGCONT) for pid in ranks]
        for pid, number in [*stop, *write]:  # a stopped rank writes nothing before it goes on
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        self.ended |= set(ranks)
        time.sleep(1.0)
        self._read()
        for rank in self.ranks:
            text = rank.stderr.decode("utf-8", "replace")
            rank.stack = text[text.find("Fatal Python error: Aborted") :] if "Fatal Python error" in text else ""

    def _living(self) -> dict[int, int | None]:
        """Living processes of the job: pid to rank, or to None for a process without a rank."""
        environments = process.marked(MARK, self.mark) if _LINUX else {}
        ranks = {pid: env.get("RANK", "") for pid, env in environments.items()}
        return {pid: int(rank) if rank.isdecimal() else None for pid, rank in ranks.items()}

    @functools.cached_property
    def _report(self) -> dict[str, int]:
        """What the keeper says: exit code of the command, and number of processes that the command left."""
        with open(self._reader, "rb") as reader:
            return json.loads(reader.read() or f'{{"exit": {-signal.SIGKILL}, "strays": 0}}')

    def _strays(self) -> int:
        return self._report["strays"] if _LINUX else 0

    def _kill_all(self) -> set[int]:
        """Kill the processes that bear the mark of the job until none is left. Returns the pids of those killed."""
        killed = process.kill_marked(MARK, self.mark) if _LINUX else set()
        self.ended |= killed
        return killed

    def _end(self) -> None:
        """End the command and all its processes, and reap those that became children here, so that no zombie stays."""
        if _LINUX:
            self._end_below_keeper()
        elif not self._is_over():
            self._end_without_proc()
        self._kill_all()
        self._collect()
        for pid in self.ended:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)

    def _end_below_keeper(self) -> None:
        """Kill what is below the keeper, which ends then. In a sandbox, the first process takes all others along."""
        until = time.monotonic() + _STOP
        while not self._is_over() and time.monotonic() < until:
            for pid in process.descendants(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(_POLL)

    def _collect(self) -> None:
        self.process.kill()
        self.process.wait()
        _ = self._report  # closes the pipe

    def _end_without_proc(self) -> None:
        """End the job on a system without /proc: torchrun ends its ranks on SIGTERM, and Windows has `taskkill`."""
        if os.name == "nt":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.process.pid)], capture_output=True, check=False)
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_STOP)

    def _note_exits(self, result: Run) -> None:
        """Store the exit code of each rank: torchrun reports those of ranks that failed; it ended the others itself."""
        code = self._report["exit"] if _LINUX else self.process.returncode
        if not self.job.ranks:
            result.note_exit(0, code)
            return
        failed = failures((self.logs / self._launcher_log).read_text("utf-8", "replace"))
        for rank in sorted(range(self.job.ranks), key=[*failed, *range(self.job.ranks)].index):
            result.note_exit(rank, failed.get(rank, -signal.SIGTERM if code else 0))


def _of_a_reader(job: Job) -> dict[str, str]:
    """The environment of a new shell: where programs lie, a home; and what the job sets, such as to see no GPU."""
    own = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    path = os.pathsep.join([*dict.fromkeys(own), os.environ.get("PATH", os.defpath)])
    return {"PATH": path, "HOME": job.env.get("TMPDIR", str(job.scratch)), **job.env}


def failures(stderr: str) -> dict[int, int]:
    """Exit codes of the ranks that torchrun reports as failed, by local rank; the root cause comes first."""
    exits = [(int(match["rank"]), int(match["exit"])) for match in _FAILED.finditer(stderr)]
    return dict(exits[-1:] + exits)  # torchrun names the root cause last


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
