"""Which job has which GPU: one job a device at a time, on the whole machine, whoever started it.

Locks of files in the folder for temporary files: the kernel gives them back when a process dies, however it dies. Where
there are none (Windows) there is no GPU profile either, and nothing is locked.
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
class Lease:
    """What a job may use. `held` are the locks, as descriptors: who keeps one open keeps the devices."""

    devices: tuple[str, ...]
    held: tuple[int, ...]


@contextlib.contextmanager
def lease(devices: Sequence[str], count: int, exclusive: bool, stopped: Callable[[], bool]) -> Iterator[Lease]:
    """Wait for `count` of the devices; `exclusive` also for the end of all other jobs, and no other begins.

    Raises:
        EngineError: there are too few devices, or `stopped` said so meanwhile.
    """
    if count > len(devices):
        raise EngineError(f"it takes {count} GPUs, and {len(devices)} are to be had")
    if fcntl is None:
        yield Lease((), ())
        return
    with contextlib.ExitStack() as locks:
        with contextlib.ExitStack() as turn:  # who waits to be alone comes next: nobody overtakes
            _first(turn, ["turn"], True, stopped)
            held = [_first(locks, ["machine"], exclusive, stopped)]
        with contextlib.ExitStack() as choice:
            if count:  # one job at a time chooses: two that wait for several GPUs never wait for each other
                _first(choice, ["choice"], True, stopped)
            while len(held) <= count:
                taken = [name for name, _ in held]
                held.append(_first(locks, [device for device in devices if device not in taken], True, stopped))
        names, descriptors = zip(*held, strict=True)
        yield Lease(tuple(device for device in devices if device in names), descriptors)


def _first(
    locks: contextlib.ExitStack, names: Sequence[str], alone: bool, stopped: Callable[[], bool]
) -> tuple[str, int]:
    """Wait until one of several locks is to be had. Returns its name and its descriptor."""
    while not stopped():
        for name in names:
            path = Path(tempfile.gettempdir(), LOCK.format(name))
            descriptor = _try(path, alone)
            if descriptor is not None:
                locks.callback(_give_back, path, descriptor)
                return name, descriptor
        time.sleep(_POLL)
    raise EngineError("stopped")


def _try(path: Path, alone: bool) -> int | None:
    """Lock a file, if nobody has it who minds."""
    descriptor = _open(path)
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        if _is_at(path, descriptor):
            return descriptor
    os.close(descriptor)
    return None


def _open(path: Path) -> int:
    """Open a file that may be another user's, or make it. Reading is enough to lock it."""
    with contextlib.suppress(FileNotFoundError):
        return os.open(path, os.O_RDONLY)
    return os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file is still the one of this name: who had it before may have deleted it."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    return False


def _give_back(path: Path, descriptor: int) -> None:
    """Unlock a file; delete it, if nobody else has it."""
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_at(path, descriptor):
            path.unlink()
    os.close(descriptor)
