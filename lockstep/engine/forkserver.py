"""The warm engine's server: imports torch once, then forks every rank of every job from itself. Linux only.

Three kinds of process, each killed by the kernel when the one above it dies:

    recorder ── server ── leader (one per job) ── ranks, and the host of their rendezvous store

The server does nothing but import. A tensor operation in the server would start OpenMP threads, and every child would
hang in its first parallel region. The leader is a child subreaper, so that all processes that a snippet starts become
its descendants and are killed. Four ranks of DDP take 0.3 CPU seconds instead of the 20 of torchrun.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys

from lockstep.engine.leader import Leader

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


def serve(control: socket.socket) -> None:
    """Import torch, send "ready", then fork a leader for each job that arrives.

    A job arrives as one packet: its JSON, and the descriptor of a pipe for the events of the leader.
    """
    for name in PRELOAD:
        importlib.import_module(name)
    if sys.modules["torch"].cuda.is_initialized():
        raise RuntimeError("an import has initialised CUDA: it cannot be used after a fork")
    gc.collect()
    gc.freeze()  # so that garbage collection in a child does not copy these pages
    signal.signal(signal.SIGCHLD, _reap)
    server = os.getpid()
    control.send(b"ready")
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 1)
        if not packet:
            return
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            Leader(json.loads(packet), descriptors[0], server).run()
        os.close(descriptors[0])


def _reap(*_: object) -> None:
    """Reap leaders as they end, so that their CPU time counts as that of this process."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
