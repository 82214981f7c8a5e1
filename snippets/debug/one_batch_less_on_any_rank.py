"""Whichever rank leaves the loop early: its next call has the number at which all others wait.

$ torchrun --nproc-per-node 4 snippets/debug/one_batch_less_on_any_rank.py
"""
import pickle
from datetime import timedelta

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()


# region leave
def train(batches, group):
    for _ in range(batches):
        dist.all_reduce(torch.ones(4), group=group)
    dist.barrier(group)


for early in range(ranks):
    group = dist.new_group(timeout=timedelta(seconds=2))
    try:
        train(2 if rank == early else 3, group)  # key line, else: train(3, group)
    except RuntimeError:  # timed out, or the other side did
        pass
    last = pickle.loads(_dump_fr_trace())["entries"][-1]
    print(f"rank {early} early: rank {rank} in {last['profiling_name']} number {last['collective_seq_id']}, "
          f"{'ended' if last['retired'] else 'waits'}")
# endregion

dist.barrier()
dist.destroy_process_group()
