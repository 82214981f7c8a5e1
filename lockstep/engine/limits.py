"""Limits on the memory and the processes of a job, held by looking four times a second, and on how late it may be.

The kernel's own limits do not serve. `RLIMIT_AS` counts the address space that CUDA only reserves, `RLIMIT_NPROC` does
not count the processes of root, and control groups can rarely be written in a container.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from lockstep.engine import process

MEMORY = 4 << 30  # bytes of resident memory of one process; snippets on CPUs need less than a quarter of it
GPU_MEMORY = 64 << 30  # the same with GPUs, whose programs pin memory
PROCESSES = 400  # of one job; torchrun with 16 ranks that load data in 2 processes each needs 50
START = 60.0  # seconds that a job may need beyond its timeout while it is busy: to import torch
LOOK = 0.25  # seconds between two looks
_WAITED = 0.9  # share of the time that does not count at most: a job that never gets a core ends too


def exceeded(pids: Iterable[int], memory: int) -> tuple[str, int]:
    """The limit that a job exceeds, "memory" or "processes", and a pid that does so; ("", 0) if it keeps to them."""
    pids = list(pids)
    if len(pids) > PROCESSES:
        return "processes", pids[-1]
    return next((("memory", pid) for pid in pids if _resident(pid) > memory), ("", 0))


class Timeout:
    """The timeout of a job, in seconds. Time in which it waited for a core does not count.

    Between two looks the thread counts that waited the longest. A hang that sleeps waits for no core, so it ends on
    time. One that spins on a loaded machine ends later, and so does a job that still computes at its timeout: it has
    `more` seconds.
    """

    def __init__(self, seconds: float, more: float = START) -> None:
        self._seconds, self._more = seconds, more
        self._start = time.monotonic()
        self._used = self._waited = 0.0
        self._delays: dict[int, float] = {}  # by thread, at the last look

    def look(self, pids: Iterable[int]) -> None:
        """Count the time until now; `pids` are the processes of the job.

        The kernel adds a wait once it is over, which may be many looks later. So the sums are compared.
        """
        before, self._delays = self._delays, {thread: s for pid in pids for thread, s in process.delays(pid).items()}
        waited = max((delay - before.get(thread, 0.0) for thread, delay in self._delays.items()), default=0.0)
        elapsed = time.monotonic() - self._start
        self._waited = min(self._waited + max(waited, 0.0), _WAITED * elapsed)
        self._used = elapsed - self._waited

    def is_over(self, pids: Callable[[], Iterable[int]]) -> bool:
        """Whether the job is to be stopped. Takes half a second once it may be."""
        late = self._used - self._seconds
        return late > self._more or (late > 0 and not process.is_busy(pids))


def _resident(pid: int) -> int:
    """Resident memory of a process in bytes; 0 if it has ended."""
    with contextlib.suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
