"""Whichever rank leaves the loop early: its next call has the number at which all others wait.

$ torchrun --nproc-per-node 4 snippets/debug/one_batch_less_on_any_rank.py
"""
import contextlib
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


places = {}
for early in range(ranks):
    group = dist.new_group(timeout=timedelta(seconds=4))
    with contextlib.suppress(RuntimeError):  # timed out, or another rank has gone
        train(2 if rank == early else 3, group)  # key line, else: train(3, group)
    last = pickle.loads(_dump_fr_trace())["entries"][-1]
    places[early] = last["profiling_name"].removeprefix("gloo:"), last["collective_seq_id"]
    print(f"rank {rank}: {places[early][0]} number {places[early][1]} when rank {early} is early")
# endregion

assert {number for _, number in places.values()} == {3}  # shows: same-number
assert places[rank][0] == "barrier"  # shows: early-rank-barrier
assert all(name == "all_reduce" for early, (name, _) in places.items() if early != rank)  # shows: others-all-reduce
assert places[rank][0] != "all_reduce"  # who is in it did not leave early  # refutes: one-others-later
assert [early for early in places if places[early][0] == "barrier"] == [rank]  # refutes: none-same-number
dist.destroy_process_group()
