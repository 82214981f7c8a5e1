"""The cold engine: the very `$` line, with real `python` or torchrun. Works wherever Python does.

It keeps the warm engine honest (preloading hides a missing import, a fork that leaves by `_exit` hides a crash at exit)
and is what GPU profiles use. torchrun is steered by the `PET_*` variables it reads, so the line itself stays as typed.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from lockstep.engine import guard, process
from lockstep.engine.guard import MARK
from lockstep.engine.job import STREAM_LIMIT, Job, OnOutput, RankRun, Run

_POLL = 0.02  # seconds
_START = 60.0  # seconds that ranks may need to import torch, on top of the timeout of a snippet
_STOP = 40.0  # seconds torchrun may take to end its ranks: it gives them 30
_LINUX = sys.platform == "linux"  # where /proc tells which processes those are
_FAILED = re.compile(r"rank\s*: \d+ \(local_rank: (?P<rank>\d+)\)\s+exitcode\s*: (?P<exit>-?\d+)")


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the command of a job; every file it prints to lies under the scratch folder.

    `stopped` is asked all the while: when it says so, the job is killed and its end is "stopped".
    """
    process.become_subreaper()  # of torchrun's ranks, should torchrun die
    return guarded(ColdRun(job, on_output), stopped)


def guarded(one: ColdRun, stopped: Callable[[], bool]) -> Run:
    """Run a job that ends with this process, however this one ends."""
    with guard.guarded(one.mark):
        return one.run(stopped)


class ColdRun:
    """One job: the process that was started, what its ranks have printed so far, and all the processes it made."""

    def __init__(self, job: Job, on_output: OnOutput | None) -> None:
        self.job, self.on_output = job, on_output
        self.logs = job.scratch / "logs"
        self.logs.mkdir()
        self.mark = uuid.uuid4().hex
        self.ranks = [RankRun() for _ in range(job.processes)]
        self.ended: set[int] = set()  # processes this engine killed
        self._said = "stdout" if job.terminal else "stderr"  # the file that the launcher's errors go to
        self.process: subprocess.Popen[bytes]

    def run(self, stopped: Callable[[], bool]) -> Run:
        """Start it, watch it to its end, and leave nothing of it behind."""
        start, used = time.monotonic(), _children_cpu()
        try:
            self._start()
            end = self._watch(start + self.job.timeout, stopped)
            strays = len(self._kill_all()) if end == "finished" else 0
        finally:
            self._end()
        seconds = time.monotonic() - start
        self._read()
        result = Run(self.ranks, end, None, strays, seconds, _children_cpu() - used)
        if end == "finished":
            self._note_exits(result)
        if self.job.terminal:
            result.log = (self.logs / "stdout").read_bytes()
        return result

    def _start(self) -> None:
        with open(self.logs / "stdout", "ab") as stdout, open(self.logs / self._said, "ab") as stderr:
            self.process = subprocess.Popen(
                self._argv(),
                cwd=self.job.scratch,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                pass_fds=self.job.held,
            )

    def _argv(self) -> list[str]:
        job = self.job
        if not job.ranks:
            return [sys.executable, job.script, *job.args]
        launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(job.ranks)]
        return [*launcher, *job.options, job.script, *job.args]

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            **self.job.env,
            MARK: self.mark,
            "OMP_NUM_THREADS": "1",
            "PYTHONUNBUFFERED": "1",
            "PYTHONFAULTHANDLER": "1",  # SIGABRT, sent to the ranks of a hung job, writes their stacks
            "PET_STANDALONE": "1",
            "PET_REDIRECTS": "0" if self.job.terminal else "3",
            "PET_LOG_DIR": str(self.logs),
        }

    def _watch(self, deadline: float, stopped: Callable[[], bool]) -> str:
        while not self._is_over():
            if stopped():
                return "stopped"
            if self._read():
                return "flood"
            late = time.monotonic() - deadline
            if late > 0 and (late > _START or not self._is_busy()):
                self._write_stacks()
                return "hang"
            time.sleep(_POLL)
        return "finished"

    def _is_over(self) -> bool:
        return self.process.poll() is not None

    def _read(self) -> bool:
        """Read on in what the ranks have printed; True when a stream has grown over the limit."""
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

    def _is_busy(self) -> bool:
        """Whether the job uses a processor. Ranks that import torch do, ranks that wait for each other do not."""
        if not _LINUX:
            return True
        before = self._ticks()
        time.sleep(0.5)
        return self._ticks() - before > 0.1 * 0.5 * os.sysconf("SC_CLK_TCK")

    def _ticks(self) -> int:
        """Processor time used so far by the living processes of the job, in clock ticks."""
        total = 0
        for pid in self._living():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])  # utime, stime
        return total

    def _write_stacks(self) -> None:
        """Have every rank write its stack and die. torchrun is stopped first: it must not end the siblings."""
        if not _LINUX:
            return
        living = self._living()
        ranks = [pid for pid, rank in living.items() if rank is not None] if self.job.ranks else [self.process.pid]
        others = [pid for pid in living if pid not in ranks] if self.job.ranks else []
        for pid, number in [*((pid, signal.SIGSTOP) for pid in others), *((pid, signal.SIGABRT) for pid in ranks)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        self.ended |= set(ranks)
        time.sleep(1.0)
        self._read()
        for rank in self.ranks:
            text = rank.stderr.decode("utf-8", "replace")
            rank.stack = text[text.find("Fatal Python error: Aborted") :] if "Fatal Python error" in text else ""

    def _living(self) -> dict[int, int | None]:
        """Living processes of the job by pid, with the rank of those that have one."""
        found = process.marked(MARK, self.mark) if _LINUX else {}
        return {pid: int(env["RANK"]) if env.get("RANK", "").isdecimal() else None for pid, env in found.items()}

    def _kill_all(self) -> set[int]:
        """Kill what is left of the job, until there is nothing. Returns what was killed."""
        killed = process.kill_marked(MARK, self.mark) if _LINUX else set()
        self.ended |= killed
        return killed

    def _end(self) -> None:
        """End the command and all it started; collect what came to this process, the subreaper: no zombie stays."""
        if not _LINUX and not self._is_over():
            self._end_without_proc()
        self._kill_all()
        self._collect()
        for pid in self.ended:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)

    def _collect(self) -> None:
        self.process.kill()
        self.process.wait()

    def _end_without_proc(self) -> None:
        """Where no /proc tells what belongs to the job: torchrun ends its ranks on SIGTERM; Windows has a tool."""
        if os.name == "nt":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.process.pid)], capture_output=True, check=False)
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_STOP)

    def _note_exits(self, result: Run) -> None:
        """Exit codes by rank: torchrun reports those of the ranks that failed by themselves; it ended the others."""
        code = self.process.returncode
        if not self.job.ranks:
            result.note_exit(0, code)
            return
        failed = failures((self.logs / self._said).read_text("utf-8", "replace"))
        for rank in sorted(range(self.job.ranks), key=[*failed, *range(self.job.ranks)].index):
            result.note_exit(rank, failed.get(rank, -signal.SIGTERM if code else 0))


def failures(said: str) -> dict[int, int]:
    """Exit codes of the ranks that a torchrun says have failed, by local rank; the root cause comes first."""
    found = [(int(match["rank"]), int(match["exit"])) for match in _FAILED.finditer(said)]
    return dict(found[-1:] + found)  # torchrun names it last


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
