"""Run a job on several hosts: run the `$` line on each of them, and let the events happen to them meanwhile.

torchrun removes the output files of a round when the next round begins, so each file is kept open once it exists.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from lockstep.engine import hosts, process
from lockstep.engine.cold import ColdRun, failures, guarded
from lockstep.engine.hosts import LOOPBACK, Loopback, Namespaces
from lockstep.engine.job import STREAM_LIMIT, EngineError, Fleet, Job, OnOutput, Round, Run
from lockstep.snippet.event import late_hosts

_MET = re.compile(
    r"\b[A-Z]\d{4} (?P<h>\d\d):(?P<m>\d\d):(?P<s>[\d.]+) \d+ \S+\] \[\w+\] Rendezvous complete for workers.*?"
    r"global_ranks=\[(?P<ranks>[\d, ]+)\].*?global_world_sizes=\[(?P<size>\d+)",
    re.S,
)


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the command of a job on its hosts; otherwise like `cold.run`.

    Raises:
        EngineError: the job has events, and this machine cannot make hosts to which they could happen.
    """
    assert job.fleet
    if job.fleet.events and hosts.obstacle():
        raise EngineError(f"it needs hosts that links join, and this machine can make none: {hosts.obstacle()}")
    process.become_subreaper()
    with contextlib.closing(ClusterRun(job, job.fleet, on_output)) as cluster_run:
        return guarded(cluster_run, stopped)


class _Stream:
    """The output of one place on a host to one stream over all rounds, each of which has a file of its own."""

    def __init__(self) -> None:
        self.starts: list[int] = []  # bytes printed before each file began
        self.size = 0
        self._file: IO[bytes] | None = None

    def read(self, path: Path | None) -> bytes:
        data = self._rest()
        if path and not self._is(path):
            with contextlib.suppress(FileNotFoundError):
                file = open(path, "rb")  # noqa: SIM115 - closed when the next file exists
                data += self._rest()
                self.close()
                self._file = file
                self.starts.append(self.size)
                data += self._rest()
        return data

    def _is(self, path: Path) -> bool:
        with contextlib.suppress(FileNotFoundError):
            return self._file is not None and os.path.samestat(path.stat(), os.fstat(self._file.fileno()))
        return True  # the file is removed: keep the old one until the next one exists

    def _rest(self) -> bytes:
        data = self._file.read(STREAM_LIMIT + 1) if self._file else b""
        self.size += len(data)
        return data

    def close(self) -> None:
        if self._file:
            self._file.close()


class ClusterRun(ColdRun):
    """One job on several hosts. Its ranks are places on hosts: first those of node0, then those of node1, and so on."""

    def __init__(self, job: Job, fleet: Fleet, on_output: OnOutput | None) -> None:
        super().__init__(job, on_output)
        self.fleet, self.ranks_per_host = fleet, job.ranks // len(fleet.options)
        self.events = list(fleet.events)
        self.stack = contextlib.ExitStack()  # closing it removes the hosts
        self.starts: dict[int, int] = {}  # by host: how often its agent was started again
        self.attempts: dict[Path, int] = {}  # by folder of logs: the newest attempt seen in it
        self.killed: set[int] = set()
        self.streams = [{name: _Stream() for name in ("stdout", "stderr")} for _ in self.ranks]
        for place, rank in enumerate(self.ranks):
            rank.host = f"node{place // self.ranks_per_host}"

    def _start(self) -> None:
        on_loopback, count = hosts.kind() == LOOPBACK, len(self.fleet.options)
        self.hosts: Namespaces | Loopback = Loopback() if on_loopback else Namespaces(count, self.job.scratch)
        self.stack.enter_context(self.hosts)
        late = late_hosts(self.fleet.events)
        for host in range(len(self.fleet.options)):
            if host not in late:
                self._start_host(host)

    def _start_host(self, host: int) -> None:
        """Run the `$` line on a host, as if it was typed there."""
        self.killed.discard(host)
        self.starts[host] = self.starts.get(host, -1) + 1
        logs = self._logs(host)
        logs.mkdir()
        launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(self.ranks_per_host)]
        argv = [*launcher, *self.fleet.options[host], self.job.script, *self.job.args]
        env = {**self._environment(), "PET_LOG_DIR": str(logs), "LOGLEVEL": "INFO"}
        env.pop("PET_STANDALONE", None)
        with open(self.logs / f"node{host}.out", "ab") as out, open(self._stderr_path(host), "ab") as err:
            self.hosts.start(host, argv, self.job.scratch, env, out, err)

    def _logs(self, host: int) -> Path:
        return self.logs / f"node{host}.{self.starts[host]}"

    def _stderr_path(self, host: int) -> Path:
        return self.logs / f"node{host}.err"

    def _processes(self) -> list[int]:
        return [pid for agent in self.hosts.agents.values() for pid in process.descendants(agent.pid)]

    def _strays(self) -> int:
        return len(self._kill_all())

    def _end_below_keeper(self) -> None:
        """Hosts have no keeper: they end when `_collect` removes them."""

    def _is_over(self) -> bool:
        return all(agent.poll() is not None for agent in self.hosts.agents.values())

    def _read(self) -> bool:
        """Read new output of all places, and let the events happen that it triggers."""
        flood = False
        for place, rank in enumerate(self.ranks):
            for name, stream in self.streams[place].items():
                new = stream.read(self._file(place, name))
                if not new:
                    continue
                old = getattr(rank, name)
                setattr(rank, name, old + new)
                flood = flood or stream.size > STREAM_LIMIT
                if self.on_output:
                    self.on_output(place, name, new)
                self._trigger_events(old.rpartition(b"\n")[2] + new)
        return flood

    def _file(self, place: int, name: str) -> Path | None:
        """The file that a place prints to now, such as `<logs>/<run id>/attempt_0/<local rank>/stdout.log`."""
        host, local = divmod(place, self.ranks_per_host)
        if host not in self.starts:
            return None
        logs = self._logs(host)
        attempts = {int(path.parts[-3][8:]): path for path in logs.glob(f"*/attempt_*/{local}/{name}.log")}
        attempt = max(attempts, default=-1)
        if attempt < self.attempts.get(logs, 0):  # the newest is being removed; older files were read before
            return None
        self.attempts[logs] = attempt
        return attempts[attempt]

    def _trigger_events(self, output: bytes) -> None:
        for line in output.decode("utf-8", "replace").splitlines(True):
            if self.events and line.endswith("\n") and self.events[0].is_said(line):
                self._next_event()

    def _next_event(self) -> None:
        event = self.events.pop(0)
        if event.action == "start":
            self._start_host(event.host)
        elif isinstance(self.hosts, Namespaces):
            getattr(self.hosts, event.action)(event.host, *filter(None, [event.rate]))
            self.killed |= {event.host} if event.action == "kill" else set()
        for agent in self.hosts.agents.values():  # a program that waits for the event reads this line and goes on
            with contextlib.suppress(OSError):
                agent.stdin.write(b"\n")  # type: ignore[union-attr]

    def _collect(self) -> None:
        for pid in self.ended - {agent.pid for agent in self.hosts.agents.values()}:  # reap, or the kernel waits
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self.stack.close()

    def close(self) -> None:
        """Close the files that ranks printed to."""
        for streams in self.streams:
            for stream in streams.values():
                stream.close()

    def _note_exits(self, result: Run) -> None:
        """Store the exit code of each place. If a host failed before its ranks began, its first place gets its log."""
        for host, agent in self.hosts.agents.items():
            stderr = self._stderr_path(host).read_text("utf-8", "replace")
            code, failed, first = agent.returncode, failures(stderr), host * self.ranks_per_host
            for local in sorted(range(self.ranks_per_host), key=[*failed, *range(self.ranks_per_host)].index):
                rank = self.ranks[first + local]
                started = bool(self.streams[first + local]["stdout"].starts)
                if host in self.killed:
                    rank.exit = -signal.SIGKILL
                elif started or not code:
                    result.note_exit(first + local, failed.get(local, -signal.SIGTERM if code else 0))
                else:
                    rank.stderr = stderr.encode() if not local else b""
                    result.note_exit(first + local, code)
        self._note_rounds()

    def _note_rounds(self) -> None:
        """Assign each file to its round: node0 is in all rounds, and agents that meet log it at the same moment."""
        met = {host: self._met(host) for host in self.starts}
        moments = [moment for moment, _, _ in met.get(0, [])]
        for place, streams in enumerate(self.streams):
            host, local = divmod(place, self.ranks_per_host)
            starts = zip(met.get(host, ()), streams["stdout"].starts, streams["stderr"].starts, strict=False)
            for (moment, ranks, size), stdout, stderr in starts:
                number = min(range(len(moments)), key=lambda n: abs(moments[n] - moment), default=0)
                self.ranks[place].rounds.append(
                    Round(number=number, rank=ranks[local], world_size=size, stdout=stdout, stderr=stderr)
                )

    def _met(self, host: int) -> list[tuple[float, list[int], int]]:
        """Each rendezvous of a host: its time in seconds of the day, the ranks that the host got, the world size."""
        stderr = self._stderr_path(host).read_text("utf-8", "replace")
        return [
            (
                int(match["h"]) * 3600 + int(match["m"]) * 60 + float(match["s"]),
                [int(rank) for rank in match["ranks"].split(",")],
                int(match["size"]),
            )
            for match in _MET.finditer(stderr)
        ]
