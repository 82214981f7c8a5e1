"""The stages add the squares of their norms and clip by the root, as one process does.

$ torchrun --nproc-per-node 2 snippets/errors/stages_clip_by_one_norm.py
"""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank = dist.get_rank()
weight = nn.Parameter(torch.zeros(1))  # one weight for each stage
weight.grad = torch.tensor([3.0 if rank == 0 else 4.0])  # of one norm, 5

# region clip
square = nn.utils.get_total_norm([weight.grad]) ** 2
dist.all_reduce(square)  # key line
norm = square.sqrt()
nn.utils.clip_grads_with_norm_([weight], max_norm=1.0, total_norm=norm)
print(f"rank {rank}: norm {norm.item():.0f}, clipped {weight.grad.item():.1f}")
# endregion

assert abs(norm.item() - 5) < 1e-4
assert abs(weight.grad.item() - (0.6, 0.8)[rank]) < 1e-4  # shows: clipped-as-one-process
dist.barrier()
dist.destroy_process_group()
