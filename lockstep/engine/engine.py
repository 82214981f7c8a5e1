"""Run a snippet: choose warm or cold, lay out its scratch folder, and clear it away."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
import threading
from collections.abc import Iterator

from lockstep.engine import cluster, cold, machine, scratch
from lockstep.engine.gpu_lock import lease
from lockstep.engine.job import EngineError, Fleet, Job, OnOutput, Run
from lockstep.engine.machine import CPU
from lockstep.engine.warm import ForkServer
from lockstep.snippet.event import parse_event
from lockstep.snippet.snippet import Snippet

_DEVICES = "CUDA_VISIBLE_DEVICES"  # empty in a `cpu` profile: it sees no GPU, wherever it is recorded
WARM_WORKS = sys.platform == "linux"  # elsewhere a fork after `import torch` is unsafe or does not exist
_NO_MEETING = "Gloo connectFullMesh failed"
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # a full disk, a quota, a limit on the size of files


class Engine:
    """Runs snippets for one profile. The fork server starts with the first warm run and lives as long as this."""

    def __init__(self, profile: str = CPU, cold: bool = False) -> None:
        self.profile = profile
        self._cold = cold or profile != CPU or not WARM_WORKS
        self._server: ForkServer | None = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all that runs; whoever waits for a job gets an EngineError."""
        self._stopped.set()
        with self._lock:
            if self._server:
                self._server.close()

    def kind(self, snippet: Snippet) -> str:
        """ "cold" or "warm": how this snippet will run.

        Environment variables of the `$` line may be read when torch is imported, and torchrun's own options change
        what torchrun does: the warm engine can give neither.
        """
        return "cold" if self._cold or snippet.command.env or snippet.command.options else "warm"

    def run(
        self,
        snippet: Snippet,
        on_output: OnOutput | None = None,
        files: dict[str, bytes] | None = None,
        terminal: bool = False,
    ) -> tuple[Run, str]:
        """Run a snippet in a folder of its own, which holds what its key covers and nothing else.

        If its ranks did not get so far as to be connected, it is run once more, and standard error says so.

        Args:
            snippet: what to run.
            on_output: called with each piece of output as it comes.
            files: the content of that folder by path; the snippet's own files when not given.
            terminal: run the `$` line as typed, and keep what stands in the terminal in place of what each rank says.

        Returns:
            What it did, and the path of the folder as it stands in its output.
        """
        done = self._run_once(snippet, on_output, files, terminal)
        if _NO_MEETING in snippet.needs.expect or not _did_not_meet(done[0]):
            return done
        print(f"{snippet.path}: its ranks did not meet ({_NO_MEETING}); run again.", file=sys.stderr, flush=True)
        return self._run_once(snippet, on_output, files, terminal)

    def _run_once(
        self, snippet: Snippet, on_output: OnOutput | None, files: dict[str, bytes] | None, terminal: bool
    ) -> tuple[Run, str]:
        with _room_is_told(), scratch.folder() as folder:
            for path, content in (files or snippet.files).items():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            (folder / "tmp").mkdir()
            command, needs = snippet.command, snippet.needs
            gpus = (machine.visible(), needs.gpus) if self.profile != CPU else ((), 0)
            with lease(*gpus, needs.exclusive, self._stopped.is_set) as mine:
                env = {**command.env, _DEVICES: ",".join(mine.devices), "TMPDIR": str(folder / "tmp")}
                job = Job(
                    folder, snippet.path, command.ranks, needs.timeout, command.args, env, command.options, terminal,
                    mine.held, _fleet(snippet),
                )  # fmt: skip
                if terminal or self.kind(snippet) == "cold":
                    return self._run_cold(job, on_output), str(folder)
                return self._warm().run(job, on_output), str(folder)

    def _run_cold(self, job: Job, on_output: OnOutput | None) -> Run:
        run = (cluster if job.fleet else cold).run(job, on_output, self._stopped.is_set)
        if run.end == "stopped":
            raise EngineError("stopped")
        return run

    def _warm(self) -> ForkServer:
        with self._lock:
            if self._stopped.is_set():
                raise EngineError("stopped")
            if self._server and self._server.died():  # its jobs have failed; the next ones need not
                self._server.close()
                self._server = None
            if self._server is None:
                self._server = ForkServer({_DEVICES: ""})
            server = self._server
        server.start()
        return server


def _fleet(snippet: Snippet) -> Fleet | None:
    needs, hosts = snippet.needs, snippet.command.hosts
    return Fleet(hosts, tuple(filter(None, map(parse_event, needs.events)))) if hosts else None


def _did_not_meet(run: Run) -> bool:
    """Whether a rank failed while it was connecting to the others.

    gloo lets a rank go on when its own connections stand. One that comes to its end before the others are through,
    because nothing in the program waits for them, takes their half-made connections along (pytorch pull request 61396).
    """
    return run.first is not None and _NO_MEETING.encode() in run.ranks[run.first].stderr


@contextlib.contextmanager
def _room_is_told() -> Iterator[None]:
    """Say what is full and what to do: nobody connects a failed snippet with the temporary folder."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        what = f"{error.strerror} in {tempfile.gettempdir()}, where snippets run"
        raise EngineError(what, "Make room there, or set TMPDIR to a folder that has it.") from error


def default_jobs() -> int:
    """Snippets to run at once: ranks of one job fill two cores, a hanging one fills none."""
    return max(1, (os.cpu_count() or 1) // 2) + 1
