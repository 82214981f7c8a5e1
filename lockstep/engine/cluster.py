"""Run a job that takes several hosts: the `$` line, typed on each of them, and what happens to them meanwhile.

torchrun clears the files of a round when the next begins, so each is held open from the moment it is there.
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

from lockstep.engine import hosts
from lockstep.engine.cold import ColdRun, failures, guarded
from lockstep.engine.hosts import LOOPBACK, Loopback, Namespaces
from lockstep.engine.job import STREAM_LIMIT, EngineError, Fleet, Job, OnOutput, Round, Run
from lockstep.engine.process import become_subreaper
from lockstep.snippet.event import late_hosts

_MET = re.compile(
    r"\b[A-Z]\d{4} (?P<h>\d\d):(?P<m>\d\d):(?P<s>[\d.]+) \d+ \S+\] \[\w+\] Rendezvous complete for workers.*?"
    r"global_ranks=\[(?P<ranks>[\d, ]+)\].*?global_world_sizes=\[(?P<size>\d+)",
    re.S,
)


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the command of a job on its hosts; the rest is as in `cold.run`.

    Raises:
        EngineError: something should happen to hosts, and this machine can make none.
    """
    assert job.fleet
    if job.fleet.events and hosts.obstacle():
        raise EngineError(f"it needs hosts that links join, and this machine can make none: {hosts.obstacle()}")
    become_subreaper()
    with contextlib.closing(ClusterRun(job, job.fleet, on_output)) as one:
        return guarded(one, stopped)


class _Stream:
    """What a place on a host prints to one stream, over all rounds: each has a file of its own."""

    def __init__(self) -> None:
        self.starts: list[int] = []  # bytes printed before each file
        self.size = 0
        self._file: IO[bytes] | None = None

    def read(self, path: Path | None) -> bytes:
        new = self._rest()
        if path and not self._is(path):
            with contextlib.suppress(FileNotFoundError):
                file = open(path, "rb")  # noqa: SIM115 - it is closed when the next one is there
                new += self._rest()
                self.close()
                self._file = file
                self.starts.append(self.size)
                new += self._rest()
        return new

    def _is(self, path: Path) -> bool:
        with contextlib.suppress(FileNotFoundError):
            return self._file is not None and os.path.samestat(path.stat(), os.fstat(self._file.fileno()))
        return True  # it is gone: the next one will come

    def _rest(self) -> bytes:
        new = self._file.read(STREAM_LIMIT + 1) if self._file else b""
        self.size += len(new)
        return new

    def close(self) -> None:
        if self._file:
            self._file.close()


class ClusterRun(ColdRun):
    """One job on several hosts. Its ranks are places: those of node0, then those of node1, and so on."""

    def __init__(self, job: Job, fleet: Fleet, on_output: OnOutput | None) -> None:
        super().__init__(job, on_output)
        self.fleet, self.each = fleet, job.ranks // len(fleet.options)
        self.events = list(fleet.events)
        self.stack = contextlib.ExitStack()  # the hosts: gone when it is closed
        self.starts: dict[int, int] = {}  # by host: how often its agent was started
        self.attempts: dict[Path, int] = {}  # by folder of logs: the newest there was
        self.killed: set[int] = set()
        self.streams = [{name: _Stream() for name in ("stdout", "stderr")} for _ in self.ranks]
        for place, rank in enumerate(self.ranks):
            rank.host = f"node{place // self.each}"

    def _start(self) -> None:
        alone, many = hosts.how() == LOOPBACK, len(self.fleet.options)
        self.hosts: Namespaces | Loopback = Loopback() if alone else Namespaces(many, self.job.scratch)
        self.stack.enter_context(self.hosts)
        away = late_hosts(self.fleet.events)
        for host in range(len(self.fleet.options)):
            if host not in away:
                self._type(host)

    def _type(self, host: int) -> None:
        """Type the `$` line on a host."""
        self.killed.discard(host)
        self.starts[host] = self.starts.get(host, -1) + 1
        logs = self._logs(host)
        logs.mkdir()
        launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(self.each)]
        argv = [*launcher, *self.fleet.options[host], self.job.script, *self.job.args]
        env = {**self._environment(), "PET_LOG_DIR": str(logs), "LOGLEVEL": "INFO"}
        del env["PET_STANDALONE"]
        with open(self.logs / f"node{host}.out", "ab") as out, open(self._said_by(host), "ab") as err:
            self.hosts.start(host, argv, self.job.scratch, env, out, err)

    def _logs(self, host: int) -> Path:
        return self.logs / f"node{host}.{self.starts[host]}"

    def _said_by(self, host: int) -> Path:
        return self.logs / f"node{host}.err"

    def _is_over(self) -> bool:
        return all(agent.poll() is not None for agent in self.hosts.agents.values())

    def _read(self) -> bool:
        """Read on in what all have printed; do what that makes happen."""
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
                self._react(old.rpartition(b"\n")[2] + new)
        return flood

    def _file(self, place: int, name: str) -> Path | None:
        """The file that a place prints to now: `<logs>/<run id>/attempt_0/<local rank>/stdout.log`."""
        host, local = divmod(place, self.each)
        if host not in self.starts:
            return None
        logs = self._logs(host)
        found = {int(path.parts[-3][8:]): path for path in logs.glob(f"*/attempt_*/{local}/{name}.log")}
        attempt = max(found, default=-1)
        if attempt < self.attempts.get(logs, 0):  # the newest is being cleared: an older one was read long ago
            return None
        self.attempts[logs] = attempt
        return found[attempt]

    def _react(self, said: bytes) -> None:
        for line in said.decode("utf-8", "replace").splitlines(True):
            if self.events and line.endswith("\n") and self.events[0].is_said(line):
                self._happen()

    def _happen(self) -> None:
        event = self.events.pop(0)
        if event.action == "start":
            self._type(event.host)
        elif isinstance(self.hosts, Namespaces):
            getattr(self.hosts, event.action)(event.host, *filter(None, [event.rate]))
            self.killed |= {event.host} if event.action == "kill" else set()
        for agent in self.hosts.agents.values():  # whoever waits for it on standard input goes on
            with contextlib.suppress(OSError):
                agent.stdin.write(b"\n")  # type: ignore[union-attr]

    def _collect(self) -> None:
        for pid in self.ended - {agent.pid for agent in self.hosts.agents.values()}:  # else the kernel waits for us
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self.stack.close()

    def close(self) -> None:
        """Let go of the files that ranks printed to."""
        for streams in self.streams:
            for stream in streams.values():
                stream.close()

    def _note_exits(self, result: Run) -> None:
        """Exit codes by place. Where a host failed before its ranks had a start, the first place says what it said."""
        for host, agent in self.hosts.agents.items():
            said = self._said_by(host).read_text("utf-8", "replace")
            code, failed, first = agent.returncode, failures(said), host * self.each
            for local in sorted(range(self.each), key=[*failed, *range(self.each)].index):
                rank = self.ranks[first + local]
                started = bool(self.streams[first + local]["stdout"].starts)
                if host in self.killed:
                    rank.exit = -signal.SIGKILL
                elif started or not code:
                    result.note_exit(first + local, failed.get(local, -signal.SIGTERM if code else 0))
                else:
                    rank.stderr = said.encode() if not local else b""
                    result.note_exit(first + local, code)
        self._note_rounds()

    def _note_rounds(self) -> None:
        """Which round each file was of: node0 is in all, and agents that meet say so at the same moment."""
        met = {host: self._met(host) for host in self.starts}
        moments = [moment for moment, _, _ in met.get(0, [])]
        for place, streams in enumerate(self.streams):
            host, local = divmod(place, self.each)
            starts = zip(met.get(host, ()), streams["stdout"].starts, streams["stderr"].starts, strict=False)
            for (moment, ranks, size), stdout, stderr in starts:
                number = min(range(len(moments)), key=lambda n: abs(moments[n] - moment), default=0)
                self.ranks[place].rounds.append(Round(number, ranks[local], size, stdout, stderr))

    def _met(self, host: int) -> list[tuple[float, list[int], int]]:
        """Each rendezvous of a host: when, which ranks it got, of how many."""
        said = self._said_by(host).read_text("utf-8", "replace")
        return [
            (
                int(match["h"]) * 3600 + int(match["m"]) * 60 + float(match["s"]),
                [int(rank) for rank in match["ranks"].split(",")],
                int(match["size"]),
            )
            for match in _MET.finditer(said)
        ]
