"""The server of the warm engine: it imports before it says that it is ready, and forks a leader for each job.

A torch of a few lines stands in for the real one, and a leader that only says what it sees. The rest sees `test_warm`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sandbox import ROOT

from lockstep.engine import sandbox
from lockstep.engine.forkserver import PRELOAD

needs_namespaces = pytest.mark.skipif(bool(sandbox.obstacle()), reason=f"no sandboxes: {sandbox.obstacle()}")
SERVER = """
import gc, json, os, runpy, signal, socket, sys
from lockstep.engine import leader

class Leader:
    def __init__(self, job, events, server, kept):
        self.job, self.events, self.server, self.kept = job, events, server, kept

    def run(self):
        try:
            socket.socket(fileno=int(sys.argv[1])).getpeername()
            is_closed = False
        except OSError:
            is_closed = True
        seen = {
            "job": self.job, "pid": os.getpid(), "server": self.server, "parent": os.getppid(), "closed": is_closed,
            "frozen": gc.get_freeze_count() > 0, "kept": sys.prefix in self.kept,
            "default": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
        }
        os.write(self.events, json.dumps(seen).encode())
        os._exit(7)

leader.Leader = Leader
runpy.run_module("lockstep.engine.forkserver", run_name="__main__")
"""
TEARDOWN = """
import atexit, sys, weakref

def dump_compile_times():
    print("torch tells its times")

class Operator: pass

operator = Operator()
weakref.finalize(operator, print, "torch takes its operators back")
atexit.register(dump_compile_times)
"""


class Server:
    """A server that was started, and the socket to it."""

    def __init__(self, control: socket.socket, process: subprocess.Popen[str]) -> None:
        self.control, self.process = control, process

    def lead(self, job: dict) -> dict:
        """Send a job; returns what its leader saw."""
        reader, writer = os.pipe()
        socket.send_fds(self.control, [json.dumps(job).encode()], [writer])
        os.close(writer)
        with open(reader, "rb") as events:
            return json.loads(events.read())

    def end(self) -> tuple[int, str]:
        """Close the socket, and wait: the exit code of the server, and what it printed."""
        self.control.close()
        printed, _ = self.process.communicate(timeout=600)
        return self.process.returncode, printed


@pytest.fixture
def torch(tmp_path) -> Path:
    """A folder with a torch that has the modules that are imported; each prints its name."""
    for name in PRELOAD:
        folder = tmp_path.joinpath(*name.split("."))
        folder.mkdir(parents=True, exist_ok=True)
        for each in [folder, *folder.parents][: name.count(".") + 1]:
            (each / "__init__.py").write_text("print(__name__, flush=True)\n")
    (tmp_path / "torch/__init__.py").write_text("class cuda:\n    is_initialized = staticmethod(lambda: False)\n")
    (tmp_path / "torch/_dynamo/utils.py").write_text(TEARDOWN)
    (tmp_path / "torch/_dynamo/__init__.py").write_text(
        "print(__name__, flush=True)\nfrom torch._dynamo import utils\n"
    )
    return tmp_path


@pytest.fixture
def serve(torch) -> Iterator[Callable[..., Server]]:
    """Start a server with that torch."""
    with contextlib.ExitStack() as stack:

        def serve(mode: str = "bare") -> Server:
            control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            stack.enter_context(control)
            with theirs:
                process = subprocess.Popen(
                    [sys.executable, "-c", SERVER, str(theirs.fileno()), mode],
                    env={**os.environ, "PYTHONPATH": os.pathsep.join([str(torch), str(ROOT)])},
                    pass_fds=[theirs.fileno()],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
            stack.enter_context(process)
            stack.callback(process.kill)
            return Server(control, process)

        yield serve


def test_it_is_ready_once_all_is_imported_and_ends_with_its_socket(serve):
    server = serve()
    assert server.control.recv(16) == b"ready"
    code, printed = server.end()
    assert code == 0
    assert set(printed.split()) >= {name for name in PRELOAD if name != "torch"}


def test_a_leader_gets_its_job_and_nothing_of_the_server(serve):
    server = serve()
    server.control.recv(16)
    seen = [server.lead({"job": number, "name": "é"}) for number in range(3)]
    assert [one.pop("job") for one in seen] == [{"job": number, "name": "é"} for number in range(3)]
    assert len({one.pop("pid") for one in seen}) == 3
    own = server.process.pid
    assert seen == [
        {"server": own, "parent": own, "closed": True, "frozen": True, "kept": True, "default": True}
    ] * 3  # fmt: skip
    assert server.end()[0] == 0


def test_leaders_that_ended_are_reaped(serve):
    server = serve()
    server.control.recv(16)
    pids = [server.lead({})["pid"] for _ in range(2)]
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            pidfd = os.pidfd_open(pid)
            select.select([pidfd], [], [], 60)  # it has ended
            os.close(pidfd)
    server.lead({})  # meanwhile the signal has come
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_what_torch_registers_for_the_exit_is_left_out(serve):
    server = serve()
    server.control.recv(16)
    _, printed = server.end()
    assert "torch._dynamo" in printed
    assert "torch tells its times" not in printed
    assert "torch takes its operators back" not in printed


def test_an_import_that_starts_cuda_is_refused(serve, torch):
    (torch / "torch/__init__.py").write_text("class cuda:\n    is_initialized = staticmethod(lambda: True)\n")
    server = serve()
    assert server.control.recv(16) == b""
    code, printed = server.end()
    assert code == 1
    assert "RuntimeError: an import has initialised CUDA: it cannot be used after a fork" in printed


@needs_namespaces
def test_a_leader_in_a_sandbox_is_the_first_process_of_it(serve):
    server = serve("isolated")
    assert server.control.recv(16) == b"ready"
    seen = [server.lead({"job": number}) for number in range(2)]
    assert [(one["pid"], one["parent"], one["server"]) for one in seen] == [(1, 0, 1)] * 2
    assert server.end()[0] == 0


@needs_namespaces
def test_sigterm_ends_the_server_and_who_waits_for_it(serve):
    server = serve("isolated")
    assert server.control.recv(16) == b"ready"
    server.process.send_signal(signal.SIGTERM)
    assert server.control.recv(16) == b""  # the server itself has ended: nobody else has the other end
    assert server.end()[0] == -signal.SIGKILL
