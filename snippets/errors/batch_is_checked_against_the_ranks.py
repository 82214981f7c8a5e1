"""A global batch of 16 in parts of 2 does not fit 3 ranks; the next one that does is 18.

$ torchrun --nproc-per-node 3 snippets/errors/batch_is_checked_against_the_ranks.py
"""
import torch
import torch.distributed as dist


# region batch
def fitting(batch: int, micro: int, ranks: int) -> tuple[int, int]:
    steps = -(-batch // (micro * ranks))  # key line, else: steps = batch // micro // ranks
    return micro * steps * ranks, steps


dist.init_process_group("gloo")
ranks, micro = dist.get_world_size(), 2
batch, steps = fitting(16, micro, ranks)
print(f"global batch {batch} = micro-batch {micro} * accumulation {steps} * world size {ranks}")
# endregion

read = torch.tensor(micro * steps)  # samples that this rank reads before a step of the optimizer
dist.all_reduce(read)
assert read == batch >= 16
assert fitting(16, 2, 4) == (16, 2) and fitting(256, 2, 7) == (266, 19)
dist.destroy_process_group()
