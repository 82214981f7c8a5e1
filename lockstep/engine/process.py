"""Ways to keep processes from outliving their run, mostly of Linux: parent-death signal, child subreaper, /proc."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

STRAY_GRACE = 0.3  # seconds in which helper processes, such as the tracker of multiprocessing, may end by themselves
_WAKING = 1.0  # seconds of CPU time in which such helpers, if they want a core, may start or end on a loaded machine
_LATEST = 30.0  # seconds after which they are killed even if they got no core
_LATER = 5.0  # seconds that a loaded machine may add to a grace
_LOOKS = 10  # at the states of processes that are late
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def become_subreaper() -> None:
    """Make orphaned descendants children of this process instead of init. Does nothing except on Linux."""
    if _libc:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(number: int, parent: int) -> None:
    """Ask the kernel to send this process a signal when its parent ends. Does nothing except on Linux.

    `parent` is the expected pid of the parent: if it has already ended, this process exits.
    """
    if not _libc:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the call: this process already has another parent
        os._exit(1)


def end_as(status: int) -> None:
    """End this process as another one ended, whose wait status is given: with its code, or by its signal."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [-code])
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


# Seconds of a `Grace`, more where many processes share a core: what cleans up also waits for others, which want it too.
# Guards and the kernel end what is left; the next start removes it.
_CLEANUP = 0.7


class Stopped(KeyboardInterrupt):
    """A signal asked this process to end. `code` is the exit code that a shell expects then: 130 or 143."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def stop_once(limited: bool = True) -> None:
    """Let SIGINT and SIGTERM raise Stopped once; a second signal must not interrupt the cleanup, which has a limit.

    Inherited settings are replaced, because a shell starts background jobs with SIGINT ignored.

    Args:
        limited: end this process when its cleanup has had its time.
    """

    def stop(number: int, _: object) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)
        stopped = Stopped(number)
        if limited:
            threading.Thread(target=_end_late, args=[stopped.code], daemon=True).start()
        raise stopped

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _end_late(code: int) -> None:
    """End this process when its cleanup has had its time."""
    busy = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0
    grace = Grace(_CLEANUP * max(1.0, busy))
    own = os.getpid()
    while not grace.is_over([own, *(descendants(own) if _libc else ())]):
        time.sleep(0.05)
    os._exit(code)


def kill_children(grace: float = 0) -> int:
    """Wait until no child has wanted a core for `grace` seconds, then kill children until none is left.

    On a loaded machine a helper that ends by itself may not even have started when its parent ends. What has no end, or
    starts ever more processes, has soon used the CPU time that is allowed.

    Orphaned descendants become children here and are killed too. The first process of a process namespace kills all
    others in it at once, before any of them can start another. Returns the number of processes killed.
    """
    killed = 0
    start = time.monotonic()
    until, last = start + grace, start + _LATEST
    spent = _below()[1] if grace else 0
    is_late = False
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return killed
        if pid:
            killed += is_late and os.waitstatus_to_exitcode(status) == -signal.SIGKILL
            continue
        now = time.monotonic()
        if grace and not is_late and now < last:
            wants_core, seconds = _below()
            if wants_core and seconds - spent < _WAKING:
                until = now + grace
        if now >= until:
            is_late = True
            for child in [-1] if os.getpid() == 1 else children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        time.sleep(0.005)


def _below() -> tuple[bool, float]:
    """Whether a process below this one wants a core, and the CPU seconds of all, with those that have ended."""
    states, ticks = _states_and_ticks(descendants(os.getpid()))
    ended = os.times()
    seconds = ticks / os.sysconf("SC_CLK_TCK") + ended.children_user + ended.children_system
    return any(state in "RD" for state in states), seconds


class Grace:
    """Seconds in which processes may end by themselves: of clock for those that wait, of CPU time for those that work.

    A process that wants a core and has not had so much CPU time holds the end off, since on a loaded machine it may
    have had none at all.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        self._last = self._until + _LATER
        self._ticks: dict[int, int] = {}  # of each process at the first look at it

    def is_over(self, pids: Iterable[int]) -> bool:
        """Look at the processes that are left: whether all have had their time."""
        now = time.monotonic()
        for pid in pids:
            states, ticks = _states_and_ticks([pid])
            used = ticks - self._ticks.setdefault(pid, ticks)
            if {*states} & {*"RD"} and used < self._seconds * os.sysconf("SC_CLK_TCK"):
                self._until = now + self._seconds
        return now >= min(self._until, self._last)


def descendants(ancestor: int) -> list[int]:
    """Living processes below a process, each after its parent. Those of a process namespace belong to its first."""
    below: dict[int, list[int]] = {}
    for pid in _pids():
        with contextlib.suppress(OSError):
            state, parent = state_and_parent(Path(f"/proc/{pid}/stat"))
            if state != "Z":
                below.setdefault(parent, []).append(pid)
    found = below.get(ancestor, [])[:]
    for pid in found:  # grows meanwhile
        found += below.get(pid, [])
    return found


def marked(name: str, value: str) -> dict[int, dict[str, str]]:
    """Living processes that were started with this environment variable: their whole environment by pid."""
    return {pid: env for pid, env in environments().items() if env.get(name) == value}


def environments() -> dict[int, dict[str, str]]:
    """The environment that each living process was started with, by pid, as far as this user may read it."""
    found = {}
    for pid in _pids():
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/environ").read_text("utf-8", "replace")
            found[pid] = dict(item.partition("=")[::2] for item in text.split("\0"))
    return found


def kill_marked(name: str, value: str) -> set[int]:
    """Kill the processes with this environment variable until none is left. Returns the pids of those killed."""
    return kill_found(lambda: marked(name, value))


def kill_found(find: Callable[[], Iterable[int]]) -> set[int]:
    """Kill the processes that a search finds until it finds none. Returns the pids of those killed."""
    killed: set[int] = set()
    empty = 0
    while empty < 3:  # a process in the middle of an exec has no environment for a moment
        left = set(find())
        empty = 0 if left else empty + 1
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        killed |= left
        time.sleep(0.01)
    return killed


def children() -> list[int]:
    """Pids of the children of this process, read from /proc because no system call lists them."""
    own_pid = os.getpid()
    pids = []
    for pid in _listed_children():
        with contextlib.suppress(OSError):
            state, parent = state_and_parent(Path(f"/proc/{pid}/stat"))
            if parent == own_pid and state != "Z":
                pids.append(pid)
    return pids


def _listed_children() -> list[int]:
    """Pids that the kernel lists as children of each thread, which is soon read; all pids where it has no such list.

    What forks and exits for ever is only caught if it is killed before its next fork.
    """
    try:
        lists = [
            Path(f"/proc/self/task/{thread}/children").read_text("ascii") for thread in os.listdir("/proc/self/task")
        ]
    except OSError:  # not in this kernel, or the thread has ended
        return _pids()
    return [int(pid) for pid in " ".join(lists).split()]


def _pids() -> list[int]:
    """Pids of all processes. A glob would also look at each path, and fail at a process that ends meanwhile."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def is_busy(pids: Callable[[], Iterable[int]]) -> bool:
    """Whether processes use CPU time: ranks that import torch do, ranks that wait for each other do not.

    Processes that want a core or the disk at most looks and get neither are busy as well: the machine is loaded. Takes
    half a second. True where there is no /proc.
    """
    if sys.platform != "linux":
        return True
    looks = []
    for _ in range(_LOOKS):
        looks.append(_states_and_ticks(pids()))
        time.sleep(0.5 / _LOOKS)
    wants = sum(any(state in "RD" for state in states) for states, _ in looks)  # runs or could, or waits for the disk
    return wants > _LOOKS / 2 or looks[-1][1] - looks[0][1] > 0.1 * 0.5 * os.sysconf("SC_CLK_TCK")


def delays(pid: int) -> dict[int, float]:
    """Seconds that each thread of a process was ready to run and got no core; empty where the kernel does not tell."""
    found = {}
    with contextlib.suppress(OSError):  # the process has ended
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):  # this thread has, the others go on
                found[int(thread)] = int(Path(f"/proc/{pid}/task/{thread}/schedstat").read_bytes().split()[1]) / 1e9
    return found


def _states_and_ticks(pids: Iterable[int]) -> tuple[list[str], int]:
    """The states of processes, a letter each, and the CPU time they have used, in clock ticks."""
    states, ticks = [], 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(")")[2].split()
            states.append(fields[0])
            ticks += int(fields[11]) + int(fields[12])  # utime, stime
    return states, ticks


def state_and_parent(stat: Path) -> tuple[str, int]:
    """State (one letter) of a process and pid of its parent, from the text of its /proc/PID/stat."""
    state, parent = stat.read_text("latin-1").rpartition(")")[2].split()[:2]
    return state, int(parent)
