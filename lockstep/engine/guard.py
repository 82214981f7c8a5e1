"""Ends a cold job whose recorder was killed, and the web server of `serve`: they would go on, and nobody stop them.

    python -m lockstep.engine.guard VALUE

Standard input is a pipe that the recorder alone holds. It ends with the recorder, however that ends; then all
marked processes are killed. The warm engine needs no guard: the kernel ends its processes from above.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lockstep.engine.process import kill_marked

MARK = "LOCKSTEP_JOB"  # in the environment of all that is guarded: how those processes are found


@contextlib.contextmanager
def guarded(value: str) -> Iterator[None]:
    """Have what is marked with this value killed should this process not live to do it. Linux only; else nothing."""
    if sys.platform != "linux":
        yield
        return
    guard = subprocess.Popen(
        [sys.executable, "-S", "-m", "lockstep.engine.guard", value],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the recorder
    )
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()


if __name__ == "__main__":
    sys.stdin.read()
    kill_marked(MARK, sys.argv[1])
