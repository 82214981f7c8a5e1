"""The flight recorder of each rank knows the last collective that it began, and whether it ended.

$ torchrun --nproc-per-node 4 snippets/errors/hang_recorder_knows_the_last_collective.py
"""
# /// script
# [tool.lockstep]
# timeout = 30
# ///
import pickle
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo", timeout=timedelta(seconds=3))
rank = dist.get_rank()


def train():
    for _ in range(2 if rank == 1 else 3):  # rank 1 has one batch less
        dist.all_reduce(torch.ones(4))  # key line
    time.sleep(5)  # evaluation


# region recorder
try:
    train()
except RuntimeError:  # timed out
    pass
last = pickle.loads(_dump_fr_trace())["entries"][-1]
line = next(f["line"] for f in last["frames"] if f["name"] == "train")
state = "ended" if last["retired"] else "waits"
number, name = last["collective_seq_id"], last["profiling_name"]
print(f"rank {rank}: collective {number}, {name}, line {line}: {state}")
# endregion

assert (number, state) == ((2, "ended") if rank == 1 else (3, "waits"))
