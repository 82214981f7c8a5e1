"""Scratch folders and half-written files that a killed process leaves behind only until the next start.

Each is locked by the process that made it, and the kernel drops the lock when that process ends, however it ends. So
what can be locked has no owner any more and is swept. A pid in the name would not do: containers that share a folder
have the same pids.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is locked there, and so nothing swept
    fcntl = None  # type: ignore[assignment]

PREFIX = "lockstep-run-"
LOCK = "lockstep.{}.lock"  # the file of a lease: locked too as long as it is in use
_STUBBORN = 3.0  # seconds for ranks of an interrupted job to stop writing into a folder that is being removed


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder in the system's temporary one, gone afterwards. Removes those, and locks, of killed processes first."""
    for pattern in (f"{PREFIX}*", LOCK.format("*")):
        sweep(Path(tempfile.gettempdir()).glob(pattern))
    with owned(lambda: Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()) as made:
        try:
            yield made
        finally:
            _remove(made)


@contextlib.contextmanager
def owned(make: Callable[[], Path]) -> Iterator[Path]:
    """Make a file or a folder and keep others from sweeping it."""
    while True:
        made = make()
        try:
            lock = _lock(made, wait=True)
            break
        except FileNotFoundError:  # swept in the moment before it was locked
            continue
    try:
        yield made
    finally:
        if lock is not None:
            os.close(lock)


def sweep(paths: Iterable[Path]) -> None:
    """Remove those files and folders whose owner has ended; what cannot be removed stays."""
    for path in paths:
        with contextlib.suppress(OSError):
            lock = _lock(path, wait=False)
            if lock is None:
                continue
            try:
                _remove(path)
            finally:
                os.close(lock)


def _lock(path: Path, wait: bool) -> int | None:
    """Lock what lies at a path; None where that cannot be done.

    Raises:
        OSError: it is gone, is another user's or a link, or, without waiting, another process has it.
    """
    if not fcntl:
        return None
    lock = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        if not os.path.samestat(os.stat(path), os.fstat(lock)):
            raise FileNotFoundError(errno.ENOENT, "is another one now", str(path))
        if os.fstat(lock).st_uid != os.getuid():
            raise PermissionError(errno.EPERM, "is another user's", str(path))
        return lock
    except (FileNotFoundError, PermissionError, BlockingIOError):
        os.close(lock)
        raise
    except OSError:  # a network file system: none has locks (ENOLCK), or none without the right to write (EBADF)
        os.close(lock)
        return None


def _remove(path: Path) -> None:
    until = time.monotonic() + _STUBBORN
    while path.exists() and time.monotonic() < until:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        time.sleep(0 if not path.exists() else 0.05)
