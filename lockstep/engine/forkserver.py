"""The warm engine's server: imports torch once, then forks every rank of every job from itself. Linux only.

Three kinds of process, each killed by the kernel when the one above it dies:

    recorder ── server ── leader (one per job) ── ranks, and the host of their rendezvous store

Where sandboxes are possible, each leader is the first process of one, and the server is the child of a small process
which waits for it: only the first process of a process namespace can start others and come back to its own.

The server does nothing but import. A tensor operation in the server would start OpenMP threads, and every child would
hang in its first parallel region. The leader is a child subreaper, so that all processes that a snippet starts become
its descendants and are killed. Four ranks of DDP take 0.2 CPU seconds instead of the 29 of torchrun.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys
import weakref

from lockstep.engine import sandbox
from lockstep.engine.leader import Leader
from lockstep.engine.process import die_with_parent, end_as

PRELOAD = (
    "torch",
    "torch._dynamo",  # without it, the first optimizer or DDP of every rank imports its 800 modules
    "torch.distributed.checkpoint.state_dict",
    "torch.distributed.fsdp",
    "torch.distributed.pipelining",
    "torch.distributed.tensor.parallel",
    "torch.nn.parallel",
    "torch.utils.checkpoint",
    "torch.utils.data",
)


def serve(control: socket.socket, isolated: bool) -> None:
    """Import torch, send "ready", then fork a leader for each job that arrives.

    A job arrives as one packet: its JSON, and the descriptor of a pipe for the events of the leader.
    """
    for name in PRELOAD:
        importlib.import_module(name)
    if sys.modules["torch"].cuda.is_initialized():
        raise RuntimeError("an import has initialised CUDA: it cannot be used after a fork")
    _forget_teardown()
    gc.collect()
    gc.freeze()  # so that garbage collection in a child does not copy these pages
    signal.signal(signal.SIGCHLD, _reap)
    server, own = os.getpid(), os.open("/proc/self/ns/pid", os.O_RDONLY) if isolated else -1
    kept = sandbox.kept_folders()
    control.send(b"ready")
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 1)
        if not packet:
            return
        if (sandbox.fork_separate(own) if isolated else os.fork()) == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            Leader(json.loads(packet), descriptors[0], server, kept).run()
        os.close(descriptors[0])


def _forget_teardown() -> None:
    """Take back what the imports have registered for the exit of a process.

    In each rank it would unregister torch's operators one by one, and import tabulate to log the times of no
    compilation: half of the CPU time of a short program. What a program registers itself is called as ever.
    """
    for finalizer in list(weakref.finalize._registry):  # type: ignore[attr-defined]
        finalizer.atexit = False
    atexit.unregister(sys.modules["torch._dynamo.utils"].dump_compile_times)


def _reap(*_: object) -> None:
    """Reap leaders as they end, so that their CPU time counts as that of this process."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _serve_separately(control: socket.socket) -> None:
    """Serve in a child that is the first process of a process namespace, and end with it. SIGTERM ends both."""
    sandbox.separate_children()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    server = os.fork()
    if server:
        control.close()
        signal.signal(signal.SIGTERM, lambda *_: os.kill(server, signal.SIGKILL))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        end_as(os.waitpid(server, 0)[1])
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    die_with_parent(signal.SIGKILL, 0)  # a parent outside of the namespace has the number 0
    serve(control, isolated=True)


if __name__ == "__main__":
    inherited = socket.socket(fileno=int(sys.argv[1]))
    if sys.argv[2] == "isolated":
        _serve_separately(inherited)
    else:
        serve(inherited, isolated=False)
