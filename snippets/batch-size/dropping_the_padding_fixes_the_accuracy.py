"""Drop what the sampler repeated, then divide summed counts: the accuracy is that of one process.

$ torchrun --nproc-per-node 2 snippets/batch-size/dropping_the_padding_fixes_the_accuracy.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
correct = torch.tensor([1, 0, 0, 0, 0])

# region evaluate
mine = list(DistributedSampler(correct, shuffle=False))  # the repeats stand at the end
mine = mine[: len(range(rank, len(correct), world_size))]  # key line
totals = torch.tensor([correct[mine].sum(), len(mine)])
dist.all_reduce(totals)  # sums and counts, never averages
accuracy = (totals[0] / totals[1]).item()
print(f"rank {rank}: samples {mine}, {totals[0]} of {totals[1]} correct: {accuracy:.3f}")
# endregion

assert accuracy == correct.float().mean()  # shows: number-right-samples-divide-once
dist.destroy_process_group()
