"""Processes that cannot outlive their run: Linux's parent-death signal and child subreaper."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def become_subreaper() -> None:
    """From now on, orphans below this process become its children instead of init's. Linux only; else nothing."""
    if _libc:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(number: int) -> None:
    """Have the kernel send this process a signal when its parent ends. Linux only; else nothing."""
    if not _libc:
        return
    parent = os.getppid()
    _libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent or parent == 1:
        os._exit(1)


def kill_children(grace: float = 0) -> int:
    """Wait for children up to `grace` seconds, then kill until there is none: orphans come to us. Returns kills."""
    killed: set[int] = set()
    until = time.monotonic() + grace
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return len(killed)
        if pid:
            continue
        if time.monotonic() >= until:
            for child in children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                    killed.add(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, 0)
        time.sleep(0.005)


def children() -> list[int]:
    """Pids whose parent is this process, from /proc: there is no call that lists them."""
    mine = str(os.getpid())
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text("latin-1").rpartition(")")[2].split()[:2]
            if parent == mine and state != "Z":
                found.append(int(path.parent.name))
    return found
