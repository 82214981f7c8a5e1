"""Ends the processes of a cold job, or the web server of `serve`, if the process that started them is killed.

    python -m lockstep.engine.guard VALUE

Standard input is a pipe whose other end only the recorder has open. It closes when the recorder ends, also when the
recorder is killed; then the guard kills all processes that are marked with VALUE. The warm engine needs no guard,
because the kernel kills its processes together with their parent.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lockstep.engine.process import kill_marked

MARK = "LOCKSTEP_JOB"  # environment variable by which the guarded processes are found


@contextlib.contextmanager
def guarded(value: str) -> Iterator[None]:
    """Within this context, a guard kills the processes marked with `value` if this process dies. Linux only."""
    if sys.platform != "linux":
        yield
        return
    guard = subprocess.Popen(
        [sys.executable, "-S", "-m", "lockstep.engine.guard", value],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C reaches only the recorder
    )
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()


if __name__ == "__main__":
    sys.stdin.read()
    kill_marked(MARK, sys.argv[1])
