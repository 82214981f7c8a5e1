"""The client of the warm engine: starts the fork server, sends jobs to it, and collects their runs. Linux only."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from lockstep.engine import scratch
from lockstep.engine.job import EngineError, Job, OnOutput, RankRun, Run

START_LIMIT = 120.0  # seconds to import torch on a slow, loaded machine


class ForkServer:
    """A server process and the socket to it. It is a context manager, and several threads may run jobs on it."""

    def __init__(self, env: dict[str, str] | None = None) -> None:
        self._control, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        self._ready = False
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
            EngineError: the server has died.
        """
        with self._lock, contextlib.suppress(OSError):
            if not self._ready:
                self._control.settimeout(START_LIMIT)
                self._ready = self._control.recv(16) == b"ready"
                self._control.settimeout(None)
        if not self._ready:
            self._process.kill()
            raise EngineError(f"the fork server did not start:\n{self._log_tail()}")

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
            raise EngineError(f"the fork server is gone: {error}\n{self._log_tail()}") from error
        finally:
            os.close(writer)
        run = Run([RankRun() for _ in range(job.processes)])
        with open(reader, "rb") as events:  # the job ends when this pipe is closed, also by an exception
            for line in events:
                if _apply(json.loads(line), run, on_output):
                    return run
        raise EngineError(f"the leader of {job.script} died.\n{self._log_tail()}")

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
