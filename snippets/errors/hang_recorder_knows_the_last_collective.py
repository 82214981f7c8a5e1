"""The flight recorder of each rank knows the last collective that it began, and whether it ended.

$ torchrun --nproc-per-node 4 snippets/errors/hang_recorder_knows_the_last_collective.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'says("gloo:all_reduce number 3 waits", rank=0) and says("gloo:barrier number 3 waits", rank=1)',
#   'says("gloo:all_reduce number 3 waits", rank=2) and says("gloo:all_reduce number 3 waits", rank=3)',
# ]
# timeout = 14
# ///
import pickle
import threading
import time

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo")
rank = dist.get_rank()


def settle():
    """Wait up to five seconds for the last of three collectives: a slow rank begins it late."""
    until = time.monotonic() + 5
    while len(pickle.loads(_dump_fr_trace()).get("entries", [])) < 3 and time.monotonic() < until:
        time.sleep(0.1)


# region recorder
def show():  # the main thread hangs, this one does not
    settle()
    last = pickle.loads(_dump_fr_trace())["entries"][-1]
    state = "ended" if last["retired"] else "waits"
    name = last["profiling_name"]
    print(f"rank {rank}: {name} number {last['collective_seq_id']} {state}")


threading.Thread(target=show).start()
for _ in range(2 if rank == 1 else 3):  # rank 1 has one batch less
    dist.all_reduce(torch.ones(4))  # key line
dist.barrier()
# endregion

dist.destroy_process_group()
