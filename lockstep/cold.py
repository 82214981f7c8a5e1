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

from lockstep.process import become_subreaper
from lockstep.run import STREAM_LIMIT, Job, OnOutput, RankRun, Run

_POLL = 0.02  # seconds
_START = 60.0  # seconds that ranks may need to import torch, on top of the timeout of a snippet
_MARK = "LOCKSTEP_JOB"  # in the environment of everything a job starts: how its processes are found
_FAILED = re.compile(r"rank\s*: (?P<rank>\d+) \(local_rank: \d+\)\s+exitcode\s*: (?P<exit>-?\d+)")
_ROOT_CAUSE = "Root Cause"


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the command of a job; every file it prints to lies under the scratch folder.

    `stopped` is asked all the while: when it says so, the job is killed and its end is "stopped".
    """
    become_subreaper()  # of torchrun's ranks, should torchrun die
    logs = job.scratch / "logs"
    logs.mkdir()
    mark = uuid.uuid4().hex
    env = {
        **os.environ, **job.env, _MARK: mark, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1",
        "PYTHONFAULTHANDLER": "1",  # SIGABRT, sent to the ranks of a hung job, writes their stacks
        "PET_STANDALONE": "1", "PET_REDIRECTS": "3", "PET_LOG_DIR": str(logs),
    }
    start, used = time.monotonic(), _children_cpu()
    with open(logs / "stdout", "wb") as stdout, open(logs / "stderr", "wb") as stderr:
        process = subprocess.Popen(
            _argv(job), cwd=job.scratch, env=env, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
            start_new_session=True,
        )
    tail = _Tail(logs, job, on_output)
    try:
        end = _watch(process, job, tail, mark, start + job.timeout, stopped)
    finally:
        killed = _kill_marked(mark)
        process.kill()
        process.wait()
        _reap(killed)
    seconds = time.monotonic() - start
    tail.read()
    result = Run(tail.ranks, end, None, len(killed) if end == "finished" else 0, seconds, _children_cpu() - used)
    _note_exits(result, process.returncode, job, (logs / "stderr").read_text("utf-8", "replace"))
    return result


def _argv(job: Job) -> list[str]:
    if not job.ranks:
        return [sys.executable, job.script, *job.args]
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(job.ranks)]
    return [*launcher, *job.options, job.script, *job.args]


class _Tail:
    """Reads what the ranks have printed so far from the files it goes to."""

    def __init__(self, logs: Path, job: Job, on_output: OnOutput | None) -> None:
        self.logs, self.job, self.on_output = logs, job, on_output
        self.ranks = [RankRun() for _ in range(job.processes)]

    def read(self) -> bool:
        """Read on; True when a stream has grown over the limit."""
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


def _watch(
    process: subprocess.Popen, job: Job, tail: _Tail, mark: str, deadline: float, stopped: Callable[[], bool]
) -> str:
    while process.poll() is None:
        if stopped():
            return "stopped"
        if tail.read():
            return "flood"
        late = time.monotonic() - deadline
        if late > 0 and (late > _START or not _is_busy(mark)):
            _write_stacks(process, job, tail, mark)
            return "hang"
        time.sleep(_POLL)
    return "finished"


def _is_busy(mark: str) -> bool:
    """Whether a job uses a processor. Ranks that import torch do, ranks that wait for each other do not."""
    if sys.platform != "linux":
        return True
    before = _ticks(mark)
    time.sleep(0.5)
    return _ticks(mark) - before > 0.1 * os.sysconf("SC_CLK_TCK") * 0.5


def _ticks(mark: str) -> int:
    """Processor time used so far by the living processes of a job, in clock ticks."""
    total = 0
    for pid in _marked(mark):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])  # utime, stime
    return total


def _write_stacks(process: subprocess.Popen, job: Job, tail: _Tail, mark: str) -> None:
    """Have every rank write its stack and die. torchrun is stopped first: it must not end the siblings meanwhile."""
    if sys.platform != "linux":
        return
    if job.ranks:
        os.kill(process.pid, signal.SIGSTOP)
    for pid, rank in _marked(mark).items():
        if rank is not None or pid == process.pid and not job.ranks:
            os.kill(pid, signal.SIGABRT)
    time.sleep(1.0)
    tail.read()
    for rank in tail.ranks:
        text = rank.stderr.decode("utf-8", "replace")
        rank.stack = text[text.find("Fatal Python error: Aborted"):] if "Fatal Python error" in text else ""


def _marked(mark: str) -> dict[int, int | None]:
    """Living processes of a job by pid, with the rank of those that have one."""
    found: dict[int, int | None] = {}
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            env = dict(item.partition("=")[::2] for item in path.read_text("utf-8", "replace").split("\0"))
            if env.get(_MARK) == mark:
                found[int(path.parent.name)] = int(env["RANK"]) if env.get("RANK", "").isdigit() else None
    return found


def _kill_marked(mark: str) -> set[int]:
    """Kill what is left of a job, until there is nothing. Returns what was killed."""
    killed: set[int] = set()
    while sys.platform == "linux" and (left := _marked(mark)):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        killed |= set(left)
        time.sleep(0.01)
    return killed


def _reap(pids: set[int]) -> None:
    """Collect what has come to this process as the subreaper, so that no zombie stays."""
    for pid in pids:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _note_exits(run: Run, code: int, job: Job, said: str) -> None:
    """Exit codes by rank: torchrun reports those of the ranks that failed by themselves; it ended the others."""
    if run.end != "finished":
        return
    if not job.ranks:
        run.note_exit(0, code)
        return
    failed = {int(match["rank"]): int(match["exit"]) for match in _FAILED.finditer(said)}
    root = _FAILED.search(said, said.rfind(_ROOT_CAUSE)) if _ROOT_CAUSE in said else None
    order = sorted(range(job.ranks), key=lambda rank: rank != int(root["rank"]) if root else rank)
    for rank in order:
        run.note_exit(rank, failed.get(rank, -signal.SIGTERM if code else 0))


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
