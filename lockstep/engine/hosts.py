"""Hosts of one job on one machine: network namespaces that a switch connects, or loopback without the right to those.

Each host has its own address, name, /etc/hosts, /dev/shm and process tree. The switch is a process that waits for the
end of its standard input, and it is the first process of the process namespace in which all hosts live. When the
process that runs the job ends, that input ends too, also if the process is killed. Then the switch ends, and the kernel
removes its namespace with all processes, links and addresses in it. So no two jobs share a name, and nothing is left
to remove. Needed are `unshare` and `nsenter` of util-linux, `ip` and `tc` of iproute2, and user namespaces, which need
no root unless the machine forbids them.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

NAMESPACES, LOOPBACK = "network namespaces", "loopback"
_USER = ("--user", "--map-root-user")
_WAIT = 10.0  # seconds in which the kernel should have started a process
_PROBE = """
mount --bind /etc/hosts /etc/hosts && mount -t tmpfs tmpfs /dev/shm && hostname probe
ip link add switch type bridge && ip link add eth0 type veth peer name node0
tc qdisc add dev eth0 root tbf rate 1gbit burst 256kb latency 50ms
"""
_HOST = """
mount --bind "$LOCKSTEP_NAMES" /etc/hosts
mount -t tmpfs tmpfs /dev/shm
hostname "$LOCKSTEP_HOST"
ip link set lo up
ip link add eth0 type veth peer name "$LOCKSTEP_HOST" netns "$LOCKSTEP_SWITCH"
ip address add "$LOCKSTEP_ADDRESS/24" dev eth0
ip link set eth0 up
nsenter --net="$LOCKSTEP_SWITCH" ip link set "$LOCKSTEP_HOST" master switch up
exec unshare --pid --fork --kill-child "$@"
"""


@functools.cache
def obstacle() -> str:
    """Why this machine cannot make hosts; empty if it can."""
    try:
        words = ["unshare", *_USER, "--net", "--uts", "--mount", "--pid", "--fork", "sh", "-ec", _PROBE]
        probe = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if not probe.returncode else (probe.stderr.splitlines() or [f"unshare exits with {probe.returncode}"])[0]


def kind() -> str:
    """The kind of hosts that this machine makes, in the words of a record."""
    return LOOPBACK if obstacle() else NAMESPACES


def label(hosts: int, kind: str) -> str:
    """The words that tell a reader where the agents of a job ran."""
    return f"{hosts} agents on one host, {kind}" if kind == LOOPBACK else f"{hosts} hosts: {kind}"


class Namespaces:
    """The hosts of one job. At the end of this context manager they are removed, with all processes in them.

    Args:
        count: largest number of hosts; their names are `node0`, `node1` and so on.
        folder: folder for the file with the names of the hosts.
    """

    def __init__(self, count: int, folder: Path) -> None:
        self.names = folder / "hosts"
        lines = [f"{_address(host)} node{host}\n" for host in range(count)]
        self.names.write_text("127.0.0.1 localhost\n" + "".join(lines))
        self.agents: dict[int, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Namespaces:
        words = ["unshare", *_USER, "--net", "--pid", "--fork", "--kill-child", "cat"]
        quiet = subprocess.DEVNULL  # unshare prints a complaint about the signal that ends it
        self._switch = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
        )
        first = _child(self._switch, "cat")
        self._net = f"/proc/{first}/ns/net"
        self._inside = ("nsenter", "--preserve-credentials", "--user", "--net", "--pid", "--target", str(first))
        self._run_inside("ip", "link", "add", "switch", "type", "bridge")
        self._run_inside("ip", "link", "set", "switch", "up")
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(_child(self._switch, "cat"), signal.SIGKILL)  # all hosts end with it
        for process in (*self.agents.values(), self._switch):
            process.stdin.close()  # type: ignore[union-attr]
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_WAIT)
            process.kill()
            process.wait()

    def start(self, host: int, argv: Sequence[str], cwd: Path, env: Mapping[str, str], out: IO, err: IO) -> None:
        """Start a host with a program as its first process. A host that was killed may be started again."""
        if old := self.agents.pop(host, None):
            old.stdin.close()  # type: ignore[union-attr]
        name = f"node{host}"
        settings = {
            "LOCKSTEP_HOST": name,
            "LOCKSTEP_NAMES": str(self.names),
            "LOCKSTEP_SWITCH": self._net,
            "LOCKSTEP_ADDRESS": _address(host),
        }
        words = [*self._inside, "unshare", "--net", "--uts", "--mount", "sh", "-ec", _HOST, "host", *argv]
        self.agents[host] = _popen(words, cwd, {**env, **settings}, out, err)

    def cut(self, host: int) -> None:
        """Take the link of a host away: nothing arrives any more, and no connection gets an error."""
        self._run_inside("ip", "link", "set", f"node{host}", "down")

    def limit(self, host: int, rate: str) -> None:
        """Limit the link of a host to a rate in both directions, in the notation of `tc`, such as `200mbit`."""
        net = f"/proc/{self._first(host)}/ns/net"
        for at, side in (((), f"node{host}"), (("nsenter", f"--net={net}"), "eth0")):
            words = f"tc qdisc replace dev {side} root tbf rate {rate} burst 256kb latency 400ms".split()
            self._run_inside(*at, *words)

    def kill(self, host: int) -> None:
        """Kill all processes of a host and wait for their end. The kernel closes their connections."""
        agent = self.agents[host]
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._first(host), signal.SIGKILL)
        agent.wait()
        # The kernel deletes the link a moment later; a host that is started again needs its name now.
        self._run_inside("ip", "link", "delete", f"node{host}", check=False)

    def _first(self, host: int) -> int:
        """Pid of the first process on a host."""
        return _child(self.agents[host], "unshare", below=1)

    def _run_inside(self, *words: str, check: bool = True) -> None:
        subprocess.run([*self._inside, *words], check=check, capture_output=True)


class Loopback:
    """Two or more agents on this machine, for a machine that cannot make hosts. No event can happen to a link."""

    def __init__(self) -> None:
        self.agents: dict[int, subprocess.Popen[bytes]] = {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]

    def __enter__(self) -> Loopback:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.agents.values():
            process.stdin.close()  # type: ignore[union-attr]
            process.kill()
            process.wait()

    def start(self, host: int, argv: Sequence[str], cwd: Path, env: Mapping[str, str], out: IO, err: IO) -> None:
        """Start an agent that uses this machine as its host."""
        words = with_localhost(argv, self._port)
        env = {**env, "PET_LOCAL_ADDR": "localhost"}
        self.agents[host] = _popen(words, cwd, env, out, err)


def with_localhost(argv: Sequence[str], port: int) -> list[str]:
    """The command of torchrun for agents that share this machine: all hosts are localhost, with a free port."""
    text = "\0".join(argv)
    text = re.sub(r"\bnode0:\d+", f"localhost:{port}", text)
    text = re.sub(r"(--master[-_]port[=\0])\d+", rf"\g<1>{port}", text)
    return re.sub(r"\bnode\d\b", "localhost", text).split("\0")


def _popen(words: list[str], cwd: Path, env: Mapping[str, str], out: IO, err: IO) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE  # unbuffered: nothing for a dead host is left to be flushed on close
    return subprocess.Popen(words, 0, stdin=pipe, stdout=out, stderr=err, cwd=cwd, env=env, start_new_session=True)


def _address(host: int) -> str:
    return f"10.77.0.{host + 1}"


def _child(process: subprocess.Popen[bytes], name: str, below: int = 0) -> int:
    """Wait until the child of a process runs a program of this name; its pid, or with `below` that of its own child."""
    until = time.monotonic() + _WAIT
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError, IndexError):
            pid = _first_child(process.pid)
            if Path(f"/proc/{pid}/comm").read_text().strip() == name:
                return _first_child(pid) if below else pid
        time.sleep(0.005)
    raise ProcessLookupError(f"{process.args!r} has no child {name}")


def _first_child(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
