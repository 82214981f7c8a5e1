"""Scratch folders and half-written files; the next start removes those that a killed process left behind.

Each is locked by the process that made it, and the kernel releases the lock when that process ends, also when it is
killed. A file or folder that can be locked has no living owner, so it is removed. A pid in the name would not work,
because containers that share a folder have the same pids.
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
except ImportError:  # Windows: nothing is locked there, so nothing is removed
    fcntl = None  # type: ignore[assignment]

PREFIX = "lockstep-run-"
LOCK = "lockstep.{}.lock"  # the file of a GPU lock, which is also locked while it is in use
_REMOVE_LIMIT = 3.0  # seconds; ranks of an interrupted job may still write into a folder while it is removed


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a temporary folder and remove it at the end. Folders and locks of killed processes are removed first."""
    for pattern in (f"{PREFIX}*", LOCK.format("*")):
        sweep(Path(tempfile.gettempdir()).glob(pattern))
    with owned(lambda: Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()) as path:
        try:
            yield path
        finally:
            _remove(path)


@contextlib.contextmanager
def owned(make: Callable[[], Path]) -> Iterator[Path]:
    """Make a file or a folder, and hold its lock so that no other process removes it."""
    while True:
        path = make()
        try:
            lock = _lock(path, wait=True)
            break
        except FileNotFoundError:  # another process removed it before it was locked
            continue
    try:
        yield path
    finally:
        if lock is not None:
            os.close(lock)


def sweep(paths: Iterable[Path]) -> None:
    """Remove the files and folders whose owner has ended. Those that cannot be removed stay."""
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
    """Lock the file or folder at a path and return its descriptor; None on a system without locks.

    Raises:
        OSError: it is gone, belongs to another user, is a link, or (without waiting) is locked by another process.
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
    except OSError:  # a network file system without locks (ENOLCK), or with locks only for writers (EBADF)
        os.close(lock)
        return None


def _remove(path: Path) -> None:
    until = time.monotonic() + _REMOVE_LIMIT
    while path.exists() and time.monotonic() < until:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        time.sleep(0 if not path.exists() else 0.05)
