"""Limits on the memory and the processes of a job, held by looking four times a second, and on how late it may be.

The kernel's own limits do not serve. `RLIMIT_AS` counts the address space that CUDA only reserves, `RLIMIT_NPROC` does
not count the processes of root, and control groups can rarely be written in a container.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

MEMORY = 4 << 30  # bytes of resident memory of one process; snippets on CPUs need less than a quarter of it
GPU_MEMORY = 64 << 30  # the same with GPUs, whose programs pin memory
PROCESSES = 400  # of one job; torchrun with 16 ranks that load data in 2 processes each needs 50
START = 60.0  # seconds that a job may need beyond its timeout while it is busy: to import torch
LOADED = 10.0  # times as many, at most, if as many processes as that want each core
LOOK = 0.25  # seconds between two looks


def exceeded(pids: Iterable[int], memory: int) -> tuple[str, int]:
    """The limit that a job exceeds, "memory" or "processes", and a pid that does so; ("", 0) if it keeps to them."""
    pids = list(pids)
    if len(pids) > PROCESSES:
        return "processes", pids[-1]
    return next((("memory", pid) for pid in pids if _resident(pid) > memory), ("", 0))


def patience(timeout: float | None = None) -> float:
    """Seconds that a busy job may need beyond its timeout: START, or the timeout if less, times the load of a core.

    Four processes that import torch take 20 s of CPU time. With 30 others on two cores that is more than two minutes.
    """
    load = 1.0
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such number, and a container may not show it
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return min(START, START if timeout is None else timeout) * min(max(load, 1.0), LOADED)


def _resident(pid: int) -> int:
    """Resident memory of a process in bytes; 0 if it has ended."""
    with contextlib.suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
