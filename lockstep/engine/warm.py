"""The client of the warm engine: starts the fork server, sends jobs to it, and collects their runs. Linux only."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from lockstep.engine import scratch
from lockstep.engine.job import EngineError, Job, OnOutput, RankRun, Run, signal_name

START_LIMIT = 300.0  # seconds to import torch, which takes 5 s of CPU time, on a slow, loaded machine
_END_LIMIT = 30.0  # seconds in which a server whose socket is closed should have ended


class LateError(EngineError):
    """The server was not ready in time, so the machine is slow or loaded, and a second start may succeed."""


class ForkServer:
    """A server process and the socket to it. It is a context manager, and several threads may run jobs on it."""

    def __init__(self, env: dict[str, str] | None = None) -> None:
        self._control, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        self._ready = False
        self._closed = False
        self._failure: EngineError | None = None  # why it did not start, for each thread that waits for the start
        self._resources = contextlib.ExitStack()
        folder = self._resources.enter_context(scratch.folder())
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lockstep.engine.forkserver", str(server_end.fileno())],
            cwd=Path(__file__).parents[2],
            env={
                **os.environ,
                **(env or {}),
                "OMP_NUM_THREADS": "1",  # otherwise children hang, as forkserver.py explains
                "TMPDIR": str(folder),  # torch writes a cache there when it is imported
            },
            pass_fds=[server_end.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # so that Ctrl-C reaches only the recorder, which closes the pipes of the jobs
        )
        server_end.close()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server. The kernel ends its descendants; threads that wait for a job or for the start continue."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        self._process.kill()
        self._process.wait()
        with self._lock:
            self._control.close()
            self._log.close()
            self._resources.close()

    def died(self) -> bool:
        """Whether the server has ended, by itself or by `close()`."""
        return self._process.poll() is not None

    def start(self) -> None:
        """Wait until the server has imported torch. The constructor does not wait, so that `close()` can end the wait.

        Raises:
            LateError: the server takes longer than `START_LIMIT`; it is ended.
            EngineError: the server has died.
        """
        with self._lock:
            if not self._ready and not self._failure:
                self._failure = self._wait_until_ready()
                self._ready = not self._failure
        if self._failure:
            raise self._failure

    def _wait_until_ready(self) -> EngineError | None:
        """Wait for the server to say that it is ready. Returns why it is not; then the server has ended."""
        try:
            self._control.settimeout(START_LIMIT)
            if self._control.recv(16) == b"ready":
                self._control.settimeout(None)
                return None
        except TimeoutError:
            self._process.kill()
            self._process.wait()
            return LateError(f"the fork server did not start: it imported torch for {START_LIMIT:g} s")
        except OSError:  # closed by another thread
            pass
        return EngineError(f"the fork server did not start: {self._how_it_ended()}")

    def _how_it_ended(self) -> str:
        """How a server ended that has closed its socket, and what it printed last."""
        if self._closed:
            return "it was stopped"
        try:
            code = self._process.wait(_END_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        killed = f"it was killed by {signal_name(-code)}{' (out of memory?)' * (code == -signal.SIGKILL)}"
        how = killed if code < 0 else f"it exited with {code}"
        return "\n".join(filter(None, [how, self._log_tail()]))

    def run(self, job: Job, on_output: OnOutput | None = None) -> Run:
        """Run one job to its end.

        Raises:
            EngineError: the server or the leader of the job died, or the leader could not start the ranks.
        """
        self.start()
        request = dataclasses.asdict(job) | {"scratch": str(job.scratch)}
        reader, writer = os.pipe()
        try:
            with self._lock:
                socket.send_fds(self._control, [json.dumps(request).encode()], [writer])
        except OSError as error:
            os.close(reader)
            raise EngineError(f"the fork server is gone: {self._how_it_ended()}") from error
        finally:
            os.close(writer)
        run = Run([RankRun() for _ in range(job.processes)])
        with open(reader, "rb") as events:  # the job ends when this pipe is closed, also by an exception
            for line in events:
                if _apply(json.loads(line), run, on_output):
                    return run
        how = f"the fork server ended: {self._how_it_ended()}" if self.died() or self._closed else self._log_tail()
        raise EngineError(": ".join(filter(None, [f"the leader of {job.script} died", how])))

    def _log_tail(self) -> str:
        try:
            self._log.seek(0)
            return self._log.read().decode("utf-8", "replace")[-2000:]
        except ValueError:  # closed meanwhile
            return "It was stopped."


def _apply(event: dict, run: Run, on_output: OnOutput | None) -> bool:
    """Add one event of the leader to the run. Returns True for the last event."""
    if "crash" in event:
        raise EngineError(event["crash"])
    if "stream" in event:
        rank, data = run.ranks[event["rank"]], event["data"].encode("latin-1")
        if event["stream"] == "stack":
            rank.stack += data.decode("utf-8", "replace")
            return False
        setattr(rank, event["stream"], getattr(rank, event["stream"]) + data)
        if on_output:
            on_output(event["rank"], event["stream"], data)
        return False
    if "exit" in event:
        run.note_exit(event["rank"], event["exit"])
        return False
    for name in ("end", "seconds", "strays", "cpu"):
        setattr(run, name, event[name])
    return True
