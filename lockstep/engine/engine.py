"""Run a snippet: choose the warm or the cold engine, fill a scratch folder, run the job in it, and remove it."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator

from lockstep.engine import cluster, cold, limits, machine, sandbox, scratch, slurm
from lockstep.engine.gpu_lock import lock_gpus
from lockstep.engine.job import EngineError, Fleet, Job, OnOutput, Run
from lockstep.engine.machine import CPU
from lockstep.engine.warm import ForkServer, LateError
from lockstep.snippet.event import parse_event
from lockstep.snippet.snippet import Snippet

_DEVICES = "CUDA_VISIBLE_DEVICES"  # empty for the profile `cpu`, so that a run sees no GPU on any machine
_LOOPBACK = {"GLOO_SOCKET_IFNAME": "lo"}  # the only network of a sandbox, whatever the machine's name stands for
_UNSEEN = ("snippets", "docs")  # of the checkout: a snippet sees the copy of its own files in the scratch folder
WARM_WORKS = sys.platform == "linux"  # elsewhere a fork after `import torch` is unsafe or does not exist
_TRIES = 8  # of a snippet that met one of the two flaws of gloo below
_CONNECT_FAILED = "Gloo connectFullMesh failed"
_ABORTED_AT_EXIT = "terminate called without an active exception"
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # also a quota and a limit on the size of files


class Engine:
    """Runs snippets for one profile. The fork server starts with the first warm run and ends with `stop()`."""

    def __init__(self, profile: str = CPU, cold: bool = False, typed: bool = False) -> None:
        self.profile = profile
        self._typed = typed  # run the `$` line by a shell, with the environment of a reader
        self._cold = cold or typed or profile != CPU or not WARM_WORKS
        self._server: ForkServer | None = None
        self._lock = threading.Lock()
        self._told = False  # that there is no sandbox
        self._stopped = threading.Event()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all jobs; each thread that waits for one gets an EngineError."""
        self._stopped.set()
        with self._lock:
            if self._server:
                self._server.close()

    def kind(self, snippet: Snippet) -> str:
        """Which engine will run this snippet: "cold" or "warm".

        The warm engine can neither set environment variables that torch reads when it is imported, nor apply options
        of torchrun, nor be Slurm. So a snippet whose `$` line has any of them runs cold.
        """
        command = snippet.command
        return "cold" if self._cold or command.env or command.options or command.slurm else "warm"

    def run(
        self,
        snippet: Snippet,
        on_output: OnOutput | None = None,
        files: dict[str, bytes] | None = None,
        terminal: bool = False,
        traced: tuple[str, ...] = (),
    ) -> tuple[Run, str]:
        """Run a snippet in a folder of its own, which holds the files that its key covers and nothing else.

        If the ranks fail to connect to each other, or one is aborted while its interpreter shuts down, standard error
        says so, and the snippet is run again, at most eight times in all.

        Args:
            snippet: what to run.
            on_output: called with each piece of output as it arrives.
            files: content of that folder by path; by default the files of the snippet.
            terminal: run the `$` line as typed, and keep the output of the terminal instead of the output of each rank.
            traced: paths of the files whose lines are traced; such a run is always warm. Of the environment
                variables that torch reads when it is imported, it follows TORCH_DISTRIBUTED_DEBUG alone, and it applies
                no option of torchrun.

        Returns:
            The run, and the path of the folder as it may appear in the output.
        """
        for _ in range(_TRIES):
            result = self._run_once(snippet, on_output, files, terminal, traced)
            flaw = "" if _CONNECT_FAILED in snippet.needs.expect else _flaw_of_gloo(result[0])
            if not flaw:
                break
            print(f"{snippet.path}: {flaw}", file=sys.stderr, flush=True)
        return result

    def _run_once(
        self,
        snippet: Snippet,
        on_output: OnOutput | None,
        files: dict[str, bytes] | None,
        terminal: bool,
        traced: tuple[str, ...],
    ) -> tuple[Run, str]:
        with _full_disk_explained(), scratch.folder() as folder:
            for path, content in (files or snippet.files).items():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            (folder / "tmp").mkdir()
            command, needs = snippet.command, snippet.needs
            gpus = (machine.visible(), needs.gpus) if self.profile != CPU else ((), 0)
            with lock_gpus(*gpus, needs.exclusive, self._stopped.is_set) as locked:
                isolated, fleet = self._isolated(), _fleet(snippet)
                network = _LOOPBACK if isolated and not fleet else {}
                env = {**network, **command.env, _DEVICES: ",".join(locked.devices), "TMPDIR": str(folder / "tmp")}
                job = Job(
                    scratch=folder,
                    script=snippet.path,
                    traced=traced,
                    may_hang=needs.expect == "hang",
                    ranks=command.ranks,
                    timeout=needs.timeout,
                    args=command.args,
                    env=env,
                    options=command.options,
                    terminal=terminal,
                    held=locked.held,
                    fleet=fleet,
                    slurm=command.slurm,
                    typed=command.text if command.slurm or (self._typed and not terminal) else "",
                    isolated=isolated,
                    hidden=tuple(str(snippet.root / name) for name in _UNSEEN),
                    memory=limits.MEMORY if self.profile == CPU else limits.GPU_MEMORY,
                )
                is_cold = terminal or (self.kind(snippet) == "cold" and not traced)
                run = self._run_cold(job, on_output) if is_cold else self._warm().run(job, on_output)
                run.memory = job.memory
                if not fleet:  # of hosts, those that lose a connection and those that are killed are both a lesson
                    run.note_who_left()
                return run, str(folder)

    def _isolated(self) -> bool:
        """Whether jobs run in a sandbox. Where that is impossible, standard error says so once."""
        obstacle = sandbox.obstacle()
        with self._lock:
            if obstacle and not self._told:
                print(f"snippets run without a sandbox: {obstacle}.", file=sys.stderr, flush=True)
            self._told = True
        return not obstacle

    def _run_cold(self, job: Job, on_output: OnOutput | None) -> Run:
        runner = slurm if job.slurm else cluster if job.fleet else cold
        run = runner.run(job, on_output, self._stopped.is_set)
        if run.end == "stopped":
            raise EngineError("stopped")
        return run

    def _warm(self) -> ForkServer:
        """A fork server that has started. One that took too long, as on a loaded machine, is started once more."""
        try:
            return self._started()
        except LateError as error:
            print(f"{error}; it is started again.", file=sys.stderr, flush=True)
            return self._started()

    def _started(self) -> ForkServer:
        with self._lock:
            if self._stopped.is_set():
                raise EngineError("stopped")
            if self._server and self._server.died():  # its jobs have failed; the next run on a new one
                self._server.close()
                self._server = None
            if self._server is None:
                self._server = ForkServer({_DEVICES: ""})
            server = self._server
        server.start()
        return server


def _fleet(snippet: Snippet) -> Fleet | None:
    needs, command = snippet.needs, snippet.command
    if not command.hosts or command.slurm:
        return None
    return Fleet(command.hosts, tuple(filter(None, map(parse_event, needs.events))))


def _flaw_of_gloo(run: Run) -> str:
    """What happened to a run by no fault of its program; empty if nothing did."""
    if _did_not_meet(run):
        return f"its ranks did not meet ({_CONNECT_FAILED})."
    if _aborted_at_exit(run):
        return f"a rank was aborted while Python shut down ({_ABORTED_AT_EXIT})."
    return ""


def _aborted_at_exit(run: Run) -> bool:
    """Whether a rank was aborted while its interpreter shut down.

    A thread of gloo that has just ended a collective frees a Python object of DDP's. If Python shuts down at that
    moment, the thread cannot take its lock, is made to exit, and C++ calls `terminate` (pytorch pull request 179291).
    A program that ends right after its last collective meets this in up to one of four runs.
    """
    words = _ABORTED_AT_EXIT.encode()
    return any(rank.exit == -signal.SIGABRT and words in rank.stderr + run.log for rank in run.ranks)


def _did_not_meet(run: Run) -> bool:
    """Whether a rank failed while it was connecting to the others.

    gloo lets a rank go on as soon as its own connections are made. If nothing in the program waits for the other ranks,
    such a rank may exit and break connections that are still being made (pytorch pull request 61396). On a loaded
    machine this happens to every tenth run of a program that makes a group and ends it at once. Torch's own barrier
    after each new group (TORCH_DIST_INIT_BARRIER) is no remedy: groups of simulated ranks have no store to wait in.
    The rank that goes on may also be the first to fail, where the program is about its failure.
    """
    return run.first is not None and any(_CONNECT_FAILED.encode() in rank.stderr for rank in run.ranks if rank.exit)


@contextlib.contextmanager
def _full_disk_explained() -> Iterator[None]:
    """Turn the error of a full disk into one that names the temporary folder, which is easily overlooked."""
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK_FULL:
            raise
        what = f"{error.strerror} in {tempfile.gettempdir()}, where snippets run"
        raise EngineError(what, "Make room there, or set TMPDIR to a folder that has it.") from error


def default_jobs() -> int:
    """Number of snippets to run at once: the ranks of one job keep two cores busy, a hanging job keeps none busy."""
    return max(1, (os.cpu_count() or 1) // 2) + 1
