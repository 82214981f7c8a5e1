"""The process that runs one job of the warm engine: it starts the ranks, forwards their output and ends them."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from lockstep.engine import sandbox
from lockstep.engine.job import STREAM_LIMIT
from lockstep.engine.limits import LOOK, START, Timeout, exceeded
from lockstep.engine.process import (
    STRAY_GRACE,
    Grace,
    become_subreaper,
    descendants,
    die_with_parent,
    kill_children,
)
from lockstep.engine.rank import Rank

SIBLING_GRACE = 0.5  # seconds in which the other ranks may fail by themselves before they are ended, as with torchrun
SIBLING_LOOK = 0.1  # seconds between looks at whether they still work
STACK_GRACE = 5.0  # seconds in which the ranks of a hung job write their stacks, if none of them answers sooner
STACK_PAUSE = 0.5  # seconds without output after which a stack is whole


class Leader:
    """A process that the server has forked for one job and that ends with the job. Sends events as lines of JSON."""

    def __init__(self, job: dict, events: int, server: int, kept: Sequence[str] = ()) -> None:
        self.job, self.server, self.kept = job, server, kept
        self.events = events
        self.poll = select.epoll()  # unlike `poll`, it tells events in the order in which they happened
        self.streams: dict[int, tuple[int, str]] = {}  # pipe -> (rank, name of the stream)
        self.sizes: dict[int, int] = {}
        self.living: dict[int, int] = {}  # pidfd -> rank
        self.ended: list[int] = []  # ranks that have ended and are not reaped, in the order of their ends
        self.pids: dict[int, int] = {}  # rank -> pid
        self.over: dict[str, int] = {}  # the rank that exceeded a limit, as "first"
        self.store = 0  # pid of the process that hosts the rendezvous store

    def run(self) -> None:
        """Run the job and exit. Never returns."""
        code = 1
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, _end)
            if self.job["isolated"]:
                die_with_parent(signal.SIGKILL, 0)  # a parent outside of the namespace has the number 0
                sandbox.isolate(Path(self.job["scratch"]), self.kept, self.job["hidden"])
            else:
                die_with_parent(signal.SIGTERM, self.server)
                become_subreaper()
            self._lead()
            code = 0
        except BrokenPipeError:
            pass  # no one waits for this job any more
        except Exception:
            with contextlib.suppress(OSError):
                self._send(crash=traceback.format_exc())
        finally:
            kill_children()
            os._exit(code)

    def _lead(self) -> None:
        self.poll.register(self.events, 0)  # reports only that the reader has closed the pipe
        port = self._start_store() if self.job["ranks"] else 0
        start = time.monotonic()
        for rank in range(self.job["ranks"] or 1):
            self._start_rank(rank, port)
        end = self._watch()
        seconds = time.monotonic() - start
        if self.store:
            os.kill(self.store, signal.SIGKILL)
            os.waitpid(self.store, 0)
        killed = kill_children(STRAY_GRACE if end == "finished" else 0)
        strays = killed if end == "finished" else 0
        for pidfd in self.living:
            self.poll.unregister(pidfd)
        while self.poll.poll(0):  # output of dead ranks that is still in their pipes
            self._drain(0)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        self._send(end=end, seconds=seconds, strays=strays, cpu=usage.ru_utime + usage.ru_stime, **self.over)

    def _start_store(self) -> int:
        """Start a child that hosts the rendezvous store, and return its port.

        The system chooses the port, so that two jobs cannot race for one, as they can with the agent of torchrun.
        """
        reader, writer = os.pipe()
        leader = os.getpid()
        self.store = os.fork()
        if self.store == 0:
            try:
                die_with_parent(signal.SIGKILL, leader)
                from torch.distributed import TCPStore

                store = TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
                os.write(writer, str(store.port).encode())
                os.close(writer)
                while True:
                    signal.pause()
            finally:
                os._exit(1)
        os.close(writer)
        with open(reader, "rb") as port:
            return int(port.read())

    def _start_rank(self, rank: int, port: int) -> None:
        names = ("stdout", "stderr", "stack", *(["trace"] if self.job["traced"] else []))
        pipes = {name: os.pipe() for name in names}
        leader = os.getpid()
        pid = os.fork()
        if pid == 0:
            Rank(self.job, rank, port, leader).run(*(writer for _, writer in pipes.values()))
        for name, (reader, writer) in pipes.items():
            os.close(writer)
            os.set_blocking(reader, False)
            self.streams[reader] = (rank, name)
            self.sizes[reader] = 0
            self.poll.register(reader, select.EPOLLIN)
        pidfd = os.pidfd_open(pid)
        self.living[pidfd], self.pids[rank] = rank, pid
        self.poll.register(pidfd, select.EPOLLIN)

    def _watch(self) -> str:
        """Wait for all ranks; if one fails, end the others. Returns how the job ended."""
        seconds = self.job["timeout"]
        timeout, look = Timeout(seconds, min(START, seconds)), time.monotonic() + min(LOOK, seconds)
        while self.living:
            if time.monotonic() >= look:
                if limit := self._exceeded(pids := descendants(os.getpid())):
                    return limit
                timeout.look(pids)
                if timeout.is_over(lambda: descendants(os.getpid())):
                    if self._drain(0) == "flood":
                        return "flood"
                    if not self.ended:  # a rank that ended just now is not busy either
                        return self._stop_hung()
                look = time.monotonic() + LOOK
            if self._drain(0.0 if self.ended else max(0.0, look - time.monotonic())) == "flood":
                return "flood"
            if any(self._reap()):
                self._end_siblings()
                break
        return "finished"

    def _exceeded(self, pids: Sequence[int]) -> str:
        """The limit that a process of the job exceeds, if any. The rank that it belongs to writes its stack."""
        limit, pid = exceeded(pids, self.job["memory"])
        if limit:
            rank = next((rank for rank in self.pids if pid in [self.pids[rank], *descendants(self.pids[rank])]), None)
            self.over = {} if rank is None else {"first": rank}
            self._write_stacks([rank] if rank is not None and rank in self.living.values() else [])
        return limit

    def _end_siblings(self) -> None:
        """End the other ranks after the first failure as torchrun does: with SIGTERM, then with SIGKILL.

        On a loaded machine a rank may get no core before half a second is over, and shall still come to its own end.
        """
        given = Grace(SIBLING_GRACE)
        while self.living and not given.is_over(descendants(os.getpid())):
            self._drain(SIBLING_LOOK)
            self._reap()
        for number, seconds in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 10.0)):
            for rank in self.living.values():
                os.kill(self.pids[rank], number)
            until = time.monotonic() + seconds
            while self.living and time.monotonic() < until:
                self._drain(max(0.0, until - time.monotonic()))
                self._reap()

    def _stop_hung(self) -> str:
        """Let every living rank write its stack, all at the same moment. The caller kills them."""
        self._write_stacks(list(self.living.values()))
        return "hang"

    def _write_stacks(self, ranks: Sequence[int]) -> None:
        for rank in ranks:
            os.kill(self.pids[rank], signal.SIGUSR1)
            os.kill(self.pids[rank], signal.SIGCONT)  # a stopped rank writes nothing
        stacks = [pipe for pipe, (rank, name) in self.streams.items() if name == "stack" and rank in ranks]
        until = time.monotonic() + STACK_GRACE
        while time.monotonic() < until and not (self._is_quiet(stacks) and all(self.sizes[pipe] for pipe in stacks)):
            pass

    def _is_quiet(self, pipes: Sequence[int]) -> bool:
        """Forward output for a short while; whether nothing came from these pipes."""
        before = [self.sizes[pipe] for pipe in pipes]
        until = time.monotonic() + STACK_PAUSE
        while time.monotonic() < until:
            self._drain(max(0.0, until - time.monotonic()))
        return [self.sizes[pipe] for pipe in pipes] == before

    def _reap(self) -> list[int]:
        """Reap the ranks that have ended and send their exit codes, which are returned. The first to end comes first.

        The order matters if several have ended at once: those after the first may have failed because of it.
        """
        codes = []
        for rank in self.ended:
            codes.append(os.waitstatus_to_exitcode(os.waitpid(self.pids[rank], 0)[1]))
            self._send(rank=rank, exit=codes[-1])
        self.ended.clear()
        return codes

    def _drain(self, wait: float) -> str:
        """Forward what the ranks have printed; wait up to `wait` seconds for something to happen."""
        for descriptor, event in self.poll.poll(wait):
            if descriptor == self.events:
                raise BrokenPipeError
            if descriptor in self.living:
                self.ended.append(self.living.pop(descriptor))
                self.poll.unregister(descriptor)
                os.close(descriptor)
            if descriptor not in self.streams:
                continue
            rank, name = self.streams[descriptor]
            data = os.read(descriptor, 1 << 16) if event & select.EPOLLIN else b""
            if not data:
                self.poll.unregister(descriptor)
                continue
            self.sizes[descriptor] += len(data)
            self._send(rank=rank, stream=name, data=data.decode("latin-1"))
            if self.sizes[descriptor] > STREAM_LIMIT:
                return "flood"
        return ""

    def _send(self, **event: object) -> None:
        line = json.dumps(event).encode() + b"\n"
        while line:
            line = line[os.write(self.events, line) :]


def _end(*_: object) -> None:
    """Handle SIGTERM: kill the ranks and exit at once. An exception here could interrupt the killing of the ranks."""
    kill_children()
    os._exit(1)
