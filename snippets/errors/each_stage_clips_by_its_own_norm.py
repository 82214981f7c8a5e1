"""Each stage clips by the norm of its own gradients, so their ratio changes: another direction than in one process.

$ torchrun --nproc-per-node 2 snippets/errors/each_stage_clips_by_its_own_norm.py
"""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank = dist.get_rank()
weight = nn.Parameter(torch.zeros(1))  # one weight for each stage
weight.grad = torch.tensor([3.0 if rank == 0 else 4.0])  # of one norm, 5

one = nn.Parameter(torch.zeros(2))
one.grad = torch.tensor([3.0, 4.0])
nn.utils.clip_grad_norm_([one], max_norm=1.0)

# region clip
norm = nn.utils.clip_grad_norm_([weight], max_norm=1.0)  # key line, else: norm = 5 * weight.grad.div_(5)
print(f"rank {rank}: norm {norm.item():.0f}, clipped {weight.grad.item():.1f}, one process {one.grad[rank]:.1f}")
# endregion

assert abs(weight.grad.item() - 1) < 1e-4  # shows: both-clipped-to-one
assert abs(one.grad[rank].item() - (0.6, 0.8)[rank]) < 1e-4
dist.barrier()
dist.destroy_process_group()
