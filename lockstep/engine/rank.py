"""One process of a job in the warm engine, set up like a process that `python` or torchrun would have started."""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import io
import os
import random
import signal
import sys
import tempfile
import threading
import traceback
import types
from pathlib import Path

from lockstep.engine import tracer
from lockstep.engine.process import die_with_parent

STACK_FD = 1000  # descriptor for the stack of a rank; high, because the pipes may have the low numbers
TRACE_FD = 1001  # for its trace


class Rank:
    """A process that the leader has forked and that becomes the program."""

    def __init__(self, job: dict, rank: int, port: int, leader: int) -> None:
        self.job, self.rank, self.port, self.leader = job, rank, port, leader

    def run(self, stdout: int, stderr: int, stack: int, trace: int = -1) -> None:
        """Run the program and exit with its code, without the teardown of the interpreter. Never returns."""
        code = 1
        try:
            self._become(stdout, stderr, stack, trace)
            code = self._main()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def _become(self, stdout: int, stderr: int, stack: int, trace: int) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(signal.SIGKILL, self.leader)
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(stack, STACK_FD, inheritable=False)
        if trace >= 0:
            os.dup2(trace, TRACE_FD, inheritable=False)
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        os.closerange(3, STACK_FD)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
        for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
            raw = io.FileIO(number, "w", closefd=False)
            text = io.TextIOWrapper(raw, "utf-8", errors, write_through=True)  # type: ignore[type-var]
            setattr(sys, name, text)
            setattr(sys, f"__{name}__", text)
        faulthandler.enable(STACK_FD)  # for the line of a crash
        faulthandler.register(signal.SIGUSR1, STACK_FD, all_threads=True)  # works also while the interpreter is blocked
        os.chdir(self.job["scratch"])
        os.environ.update(self.job["env"])
        os.environ.update(tracer.BUFFER if self.job["traced"] else {})
        if self.job["ranks"]:
            os.environ.update(self._torchrun_environment())
        tempfile.tempdir = None  # may hold the value from the environment of the server
        if "TORCH_DISTRIBUTED_DEBUG" in self.job["env"]:
            sys.modules["torch.distributed"].set_debug_level_from_env()  # torch reads it only when it is imported
        sys.modules["torch"].set_num_threads(1)  # torch reads OMP_NUM_THREADS only when it is imported

    def _torchrun_environment(self) -> dict[str, str]:
        ranks = str(self.job["ranks"])
        return {
            "RANK": str(self.rank),
            "LOCAL_RANK": str(self.rank),
            "ROLE_RANK": str(self.rank),
            "GROUP_RANK": "0",
            "WORLD_SIZE": ranks,
            "LOCAL_WORLD_SIZE": ranks,
            "ROLE_WORLD_SIZE": ranks,
            "GROUP_WORLD_SIZE": "1",
            "ROLE_NAME": "default",
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(self.port),
            "TORCHELASTIC_USE_AGENT_STORE": "True",
            "TORCHELASTIC_RUN_ID": "lockstep",
            "TORCHELASTIC_RESTART_COUNT": "0",
            "TORCHELASTIC_MAX_RESTARTS": "0",
            "OMP_NUM_THREADS": "1",
        }

    def _main(self) -> int:
        path = str(Path(self.job["scratch"], self.job["script"]))
        sys.argv = [self.job["script"], *self.job["args"]]
        sys.path[0] = str(Path(path).parent)
        module = types.ModuleType("__main__")
        module.__dict__.update(__file__=path, __builtins__=__builtins__, __spec__=None, __cached__=None)
        sys.modules["__main__"] = module
        code, watch = 0, None
        try:
            program = compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)
            watch = self._tracer()
            exec(program, module.__dict__)
        except SystemExit as ending:
            code = _exit_code(ending.code)
        except BaseException as error:
            code = 1
            own = error.__traceback__ and error.__traceback__.tb_next  # without the frame of this method
            sys.excepthook(type(error), error.with_traceback(own), own)  # the hook of torch adds the rank
        if watch:
            watch.stop()
        with contextlib.suppress(Exception):
            threading._shutdown()  # type: ignore[attr-defined]
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
        sys.stdout.flush()
        return code

    def _tracer(self) -> tracer.Tracer | None:
        """What watches the program, if the job asks for it; it has begun.

        Ranks of torchrun begin with different random numbers, which are others in each run. Here the number of the rank
        is the seed, so that a trace is the same each time.
        """
        if not self.job["traced"]:
            return None
        random.seed(self.rank)
        sys.modules["torch"].manual_seed(self.rank)
        watch = tracer.Tracer([str(Path(self.job["scratch"], path)) for path in self.job["traced"]], TRACE_FD)
        watch.start(self.job["may_hang"])
        return watch


def _exit_code(code: object) -> int:
    """The exit status that Python gives for `sys.exit(code)`."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1
