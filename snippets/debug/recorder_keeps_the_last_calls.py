"""The flight recorder is a ring: with a buffer of 20 it keeps the last 20 calls, and its file stops growing.

$ TORCH_FR_BUFFER_SIZE=20 torchrun --nproc-per-node 2 snippets/debug/recorder_keeps_the_last_calls.py
"""
import pickle

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo")
rank = dist.get_rank()

# region ring
kept = {}
for calls in range(1, 61):
    dist.all_reduce(torch.ones(4))  # key line
    if calls in (10, 20, 40, 60):
        entries = pickle.loads(_dump_fr_trace())["entries"]
        kept[calls] = sorted(entry["collective_seq_id"] for entry in entries)
if rank == 0:
    for calls, numbers in kept.items():
        print(f"after {calls} calls: {len(numbers)} entries, numbers {numbers[0]} to {numbers[-1]}")
# endregion

assert [len(numbers) for numbers in kept.values()] == [10, 20, 20, 20]  # shows: ring-20
assert kept[60] == list(range(41, 61))  # shows: last-calls
dist.destroy_process_group()
