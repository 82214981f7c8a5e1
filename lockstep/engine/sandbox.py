"""What a snippet sees of this machine, where Linux gives namespaces: its own processes, loopback, its files.

The first process of a job has namespaces of its own for processes, mounts, network and shared memory. When it ends, the
kernel kills every process in them, whatever those have done to hide: no session, no ignored signal, no double fork and
no emptied environment helps. The file system is read-only but for the scratch folder. The folders for temporary files,
the home and shared memory are empty and private. Devices are those of the machine, for GPUs.

Root needs nothing else; any other user needs user namespaces, which some systems forbid. `obstacle()` says so.
"""

from __future__ import annotations

import ctypes
import fcntl
import functools
import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000  # linux/sched.h
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000  # linux/mount.h
_NOSUID, _NODEV = 2, 4
_MOUNT_SETATTR, _AT_RECURSIVE, _READ_ONLY = 442, 0x8000, 1
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1  # linux/sockios.h, net/if.h
_PRIVATE_SIZE = "2g"  # of each private folder, whose files are kept in memory
_PROBE = "import sys; from lockstep.engine import sandbox; sandbox.probe(sys.argv[1])"
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@functools.cache
def obstacle() -> str:
    """Why snippets are not isolated here: LOCKSTEP_SANDBOX=off, or what the kernel refuses; empty if they are."""
    if os.environ.get("LOCKSTEP_SANDBOX") == "off":
        return "LOCKSTEP_SANDBOX is off"
    if not _libc:
        return f"{sys.platform} has no namespaces"
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-S", "-c", _PROBE, folder]
        root = Path(__file__).parents[2]
        try:
            probe = subprocess.run(
                words, cwd=root, capture_output=True, text=True, timeout=60, check=False, start_new_session=True
            )  # a signal to this group stops the recorder, not what it asks of the kernel
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    return "" if not probe.returncode else (probe.stderr.splitlines() or [f"exit {probe.returncode}"])[-1]


def probe(folder: str) -> None:
    """Do in this process all that isolates a job. Raises OSError where the kernel refuses."""
    separate_children()
    child = os.fork()
    if child == 0:
        try:
            isolate(Path(folder), kept_folders(), [])
        except OSError as error:
            print(error, file=sys.stderr)
            os._exit(1)
        os._exit(0)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def kept_folders() -> list[str]:
    """Folders of this interpreter and its libraries, which a snippet must see wherever they lie."""
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    folders = {*sys.path, sys.prefix, sys.base_prefix, str(Path(__file__).parents[2]), *libraries}
    absolute = {os.path.abspath(folder) for folder in folders if os.path.isdir(folder)}
    return sorted(absolute | {os.path.realpath(folder) for folder in absolute})


def separate_children() -> None:
    """Put the next child of this process, and all below it, into a process namespace of its own. One thread only."""
    if os.geteuid():
        user, group = os.geteuid(), os.getegid()
        _unshare(_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _unshare(_NEWPID)


def fork_separate(own: int) -> int:
    """Fork a child that is the first process of a process namespace; otherwise like `os.fork`.

    `own` is an open descriptor of /proc/self/ns/pid, by which this process returns to its own namespace.
    """
    _unshare(_NEWPID)
    pid = os.fork()
    if pid:
        _check(_call("setns", own, _NEWPID))
    return pid


def isolate(scratch: Path, kept: Sequence[str], hidden: Sequence[str]) -> None:
    """Give the first process of a process namespace its own view of files and network.

    Args:
        scratch: the only folder of the machine that can be written.
        kept: folders that stay visible in private folders, such as the interpreter of a checkout below the home.
        hidden: folders that are empty, in addition to the home and the folders for temporary files.

    Raises:
        OSError: the kernel refuses.
    """
    _unshare(_NEWNS | _NEWNET | _NEWIPC)
    _start_loopback()
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    private = _outermost(_private_folders(scratch))
    inside = [folder for folder in kept if _is_below(folder, private) and folder not in private]
    descriptors = {folder: os.open(folder, os.O_PATH | os.O_CLOEXEC) for folder in [*_outermost(inside), str(scratch)]}
    _set_read_only("/", True, _AT_RECURSIVE)
    for folder in private:
        _empty(folder)
    for folder, descriptor in descriptors.items():
        os.makedirs(folder, exist_ok=True)
        _mount(f"/proc/self/fd/{descriptor}", folder, None, _BIND | _RECURSIVE)
        os.close(descriptor)
    for folder in filter(os.path.isdir, hidden):
        _empty(folder)
    _set_read_only(str(scratch), False)
    _mount("proc", "/proc", "proc", _NOSUID | _NODEV)


def _private_folders(scratch: Path) -> list[str]:
    folders = ["/tmp", "/var/tmp", "/dev/shm", str(scratch.parent), os.path.expanduser("~")]
    return [real for folder in folders if os.path.isdir(real := os.path.realpath(folder)) and real != "/"]


def _outermost(folders: Sequence[str]) -> list[str]:
    """Folders without those that lie in another of them."""
    result: list[str] = []
    for folder in sorted(set(folders)):
        if not _is_below(folder, result):
            result.append(folder)
    return result


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def _start_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        name = b"lo".ljust(16, b"\0")
        request = fcntl.ioctl(control, _GET_FLAGS, name + bytes(24))
        (flags,) = struct.unpack_from("H", request, 16)
        fcntl.ioctl(control, _SET_FLAGS, name + struct.pack("H", flags | _UP) + bytes(22))


def _empty(folder: str) -> None:
    """Cover a folder by an empty one."""
    _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV, f"size={_PRIVATE_SIZE},mode=1777")


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [text.encode() if text is not None else None for text in (source, target, kind, data)]
    _check(_call("mount", *texts[:3], ctypes.c_ulong(flags), texts[3]), target)


def _set_read_only(path: str, on: bool, flags: int = 0) -> None:
    attributes = struct.pack("QQQQ", _READ_ONLY * on, _READ_ONLY * (not on), 0, 0)
    at = -100  # AT_FDCWD
    _check(_call("syscall", _MOUNT_SETATTR, at, path.encode(), flags, attributes, len(attributes)), path)


def _unshare(flags: int) -> None:
    _check(_call("unshare", flags), "namespaces")


def _call(name: str, *args: object) -> int:
    return getattr(_libc, name)(*args)


def _check(result: int, what: str = "") -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
