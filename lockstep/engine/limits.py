"""Limits on the memory and the processes of a job, held by looking four times a second, and on how late it may be.

The kernel's own limits do not serve. `RLIMIT_AS` counts the address space that CUDA only reserves, `RLIMIT_NPROC` does
not count the processes of root, and control groups can rarely be written in a container.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

MEMORY = 4 << 30  # bytes of resident memory of one process; snippets on CPUs need less than a quarter of it
GPU_MEMORY = 64 << 30  # the same with GPUs, whose programs pin memory
PROCESSES = 400  # of one job; torchrun with 16 ranks that load data in 2 processes each needs 50
START = 60.0  # seconds that a job may need beyond its timeout while it is busy: to import torch
LOOK = 0.25  # seconds between two looks


def exceeded(pids: Iterable[int], memory: int) -> tuple[str, int]:
    """The limit that a job exceeds, "memory" or "processes", and a pid that does so; ("", 0) if it keeps to them."""
    pids = list(pids)
    if len(pids) > PROCESSES:
        return "processes", pids[-1]
    return next((("memory", pid) for pid in pids if _resident(pid) > memory), ("", 0))


class Lateness:
    """Whether a job that is past its deadline and still computes is late: how long it was held up does not count.

    Four processes that import torch take 20 s of CPU time. Beside 30 others on two cores that is more than two minutes.
    """

    def __init__(self, deadline: float, seconds: float = START) -> None:
        self._seconds = seconds  # in which it had all the cores that it could use
        self._looked = deadline

    def is_over(self, share: float) -> bool:
        """Look at the job, which has had this share of the cores since the last look; 0 if it wants none."""
        now = time.monotonic()
        self._seconds -= share * (now - self._looked)
        self._looked = now
        return not share or self._seconds < 0


def _resident(pid: int) -> int:
    """Resident memory of a process in bytes; 0 if it has ended."""
    with contextlib.suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
