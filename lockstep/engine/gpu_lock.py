"""Locks on GPUs: on one machine, each GPU serves one job at a time, no matter which process started the job.

A lock is a locked file in the folder for temporary files. The kernel releases it when the process that holds it ends,
also when that process is killed. Windows has no such locks; it has no GPU profile either, so nothing is locked there.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstep.engine.job import EngineError
from lockstep.engine.scratch import LOCK

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_POLL = 0.02  # seconds


@dataclass(frozen=True)
class LockedGpus:
    """The GPUs that a job may use. `held` are descriptors of their locks: an open descriptor keeps its GPU locked."""

    devices: tuple[str, ...]
    held: tuple[int, ...]


@contextlib.contextmanager
def lock_gpus(devices: Sequence[str], count: int, exclusive: bool, stopped: Callable[[], bool]) -> Iterator[LockedGpus]:
    """Wait until `count` of the devices are free, and lock them.

    With `exclusive`, wait also until all other jobs have ended, and let no other job begin meanwhile.

    Raises:
        EngineError: there are too few devices, or `stopped` returned True while waiting.
    """
    if count > len(devices):
        raise EngineError(f"it takes {count} GPUs, and {len(devices)} are to be had")
    if fcntl is None:
        yield LockedGpus((), ())
        return
    with contextlib.ExitStack() as locks:
        with contextlib.ExitStack() as queue:  # a job that waits to be alone holds it: no later job overtakes
            _lock_first_free(queue, ["turn"], True, stopped)
            held = [_lock_first_free(locks, ["machine"], exclusive, stopped)]
        with contextlib.ExitStack() as choice:
            if count:  # one job at a time collects GPUs, so that two jobs never wait for GPUs of each other
                _lock_first_free(choice, ["choice"], True, stopped)
            while len(held) <= count:
                taken = [name for name, _ in held]
                free = [device for device in devices if device not in taken]
                held.append(_lock_first_free(locks, free, True, stopped))
        names, descriptors = zip(*held, strict=True)
        yield LockedGpus(tuple(device for device in devices if device in names), descriptors)


def _lock_first_free(
    locks: contextlib.ExitStack, names: Sequence[str], exclusive: bool, stopped: Callable[[], bool]
) -> tuple[str, int]:
    """Wait until one of several locks is free, and take it. Returns its name and its descriptor."""
    while not stopped():
        for name in names:
            path = Path(tempfile.gettempdir(), LOCK.format(name))
            descriptor = _try_lock(path, exclusive)
            if descriptor is not None:
                locks.callback(_release, path, descriptor)
                return name, descriptor
        time.sleep(_POLL)
    raise EngineError("stopped")


def _try_lock(path: Path, exclusive: bool) -> int | None:
    """Lock a file and return its descriptor; None if another process holds a lock that conflicts."""
    descriptor = _open(path)
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        if _is_at(path, descriptor):
            return descriptor
    os.close(descriptor)
    return None


def _open(path: Path) -> int:
    """Open a file for reading, which is enough to lock it also if it belongs to another user; create it if needed."""
    with contextlib.suppress(FileNotFoundError):
        return os.open(path, os.O_RDONLY)
    return os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file still has this path: the process that held the lock before may have deleted the file."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    return False


def _release(path: Path, descriptor: int) -> None:
    """Unlock a file, and delete it if no other process has it locked."""
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_at(path, descriptor):
            path.unlink()
    os.close(descriptor)
