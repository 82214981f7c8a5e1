"""5 samples on 2 ranks: the sampler repeats one, and an accuracy of 0.2 is reported as 0.333.

$ torchrun --nproc-per-node 2 snippets/batch-size/padding_changes_the_accuracy.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
correct = torch.tensor([1, 0, 0, 0, 0])  # the model is right on sample 0 only

# region evaluate
mine = list(DistributedSampler(correct, shuffle=False))  # key line, else: mine = list(range(rank, 5, 2))
totals = torch.tensor([correct[mine].sum(), len(mine)])
dist.all_reduce(totals)
accuracy = (totals[0] / totals[1]).item()
print(f"rank {rank}: samples {mine}, {totals[0]} of {totals[1]} correct: {accuracy:.3f}")
# endregion

assert totals.tolist() == [2, 6] and accuracy > 0.2 == correct.float().mean()  # shows: metric-wrong-repeated
dist.destroy_process_group()
