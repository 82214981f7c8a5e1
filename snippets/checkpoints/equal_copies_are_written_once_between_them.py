"""dcp.save on all ranks of a DDP job writes each tensor once: the ranks share out the writing.

$ torchrun --nproc-per-node 4 snippets/checkpoints/equal_copies_are_written_once_between_them.py
"""
import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
rank = dist.get_rank()

# region share
state = {f"layer {i}": torch.zeros(25_000) for i in range(8)}  # key line, else: state = {rank: torch.zeros(25_000)}
dcp.save(state, checkpoint_id="folder")  # every rank passes all 8 tensors
if rank == 0:
    for name in sorted(os.listdir("folder")):
        tensors = os.path.getsize(f"folder/{name}") / 100_000  # bytes of one
        print(f"{name} holds {tensors:.0f} tensors")
# endregion

sizes = [os.path.getsize(f"folder/__{r}_0.distcp") for r in range(4)]
assert [round(size / 100_000) for size in sizes] == [2, 2, 2, 2]  # shows: all-each-writes-part
assert sum(round(size / 100_000) for size in sizes) == len(state)  # shows: one-ranks-share
dist.barrier()
dist.destroy_process_group()
