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


def die_with_parent(number: int, parent: int) -> None:
    """Have the kernel send this process a signal when its parent, given by its pid, ends. Linux only; else nothing."""
    if not _libc:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:  # it ended before that: this process may already be a subreaper's
        os._exit(1)


def stop_once() -> None:
    """Let SIGINT and SIGTERM raise KeyboardInterrupt once; a second one must not cut off the clearing up.

    It does not matter what was inherited: a shell starts what runs in the background with SIGINT ignored.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)


def _stop(*_: object) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


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


def marked(name: str, value: str) -> dict[int, dict[str, str]]:
    """Living processes started with a variable of this value in their environment: pid and all its variables."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            env = dict(item.partition("=")[::2] for item in path.read_text("utf-8", "replace").split("\0"))
            if env.get(name) == value:
                found[int(path.parent.name)] = env
    return found


def kill_marked(name: str, value: str) -> set[int]:
    """Kill these processes until there is none. Returns what was killed."""
    killed: set[int] = set()
    empty = 0
    while empty < 3:  # a process in the middle of an exec shows no environment for a moment
        left = set(marked(name, value))
        empty = 0 if left else empty + 1
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        killed |= left
        time.sleep(0.01)
    return killed


def children() -> list[int]:
    """Pids whose parent is this process, from /proc: there is no call that lists them."""
    mine = os.getpid()
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = state_and_parent(path)
            if parent == mine and state != "Z":
                found.append(int(path.parent.name))
    return found


def state_and_parent(stat: Path) -> tuple[str, int]:
    """What /proc/PID/stat says of a process: its state, one letter, and the pid of its parent."""
    state, parent = stat.read_text("latin-1").rpartition(")")[2].split()[:2]
    return state, int(parent)


def command(pid: int) -> str:
    """The command line of a process; empty if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    return ""


def sockets(pid: int) -> set[str]:
    """Sockets that a process has open, by their inode."""
    found = set()
    for path in Path(f"/proc/{pid}/fd").glob("*"):
        with contextlib.suppress(OSError):
            found.add(os.readlink(path).removeprefix("socket:[").removesuffix("]"))
    return found


def listening() -> set[str]:
    """Sockets on which anybody on this machine listens for TCP, by their inode."""
    lines = [line.split() for file in ("tcp", "tcp6") for line in Path(f"/proc/net/{file}").read_text().splitlines()]
    return {words[9] for words in lines if words[3] == "0A"}
