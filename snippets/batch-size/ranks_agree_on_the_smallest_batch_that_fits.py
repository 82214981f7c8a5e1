"""Simulation of a memory limit: each rank halves its batch until it fits, then all take the smallest.

$ torchrun --nproc-per-node 2 snippets/batch-size/ranks_agree_on_the_smallest_batch_that_fits.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
limit = [1_000_000, 300_000][rank]  # simulated free bytes: another program sits on rank 1's device

def train_step(batch):
    needed = 4 * 1024 * batch  # 1,024 floats for each sample
    if needed > limit:
        raise torch.OutOfMemoryError(f"simulation: {needed} bytes, {limit} free")

# region search
batch = 512
fits = False
while not fits:
    try:
        train_step(batch)
        fits = True
    except torch.OutOfMemoryError:
        batch //= 2
common = torch.tensor(batch)
dist.all_reduce(common, op=dist.ReduceOp.MIN)  # key line
print(f"rank {rank}: {batch} fits here, all take {common.item()}")
# endregion

assert 4 * 1024 * batch <= limit < 4 * 1024 * 2 * batch  # the next power of two would not fit
assert common == 64 < 512  # shows: smaller-batch-equal-all-ranks
dist.destroy_process_group()
