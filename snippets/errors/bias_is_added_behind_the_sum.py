"""A row-parallel layer adds its bias once, after the all-reduce.

$ torchrun --nproc-per-node 4 snippets/errors/bias_is_added_behind_the_sum.py
"""
import torch
import torch.distributed as dist
from torch.nn import functional

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
hidden, weight, bias = torch.randn(2, 8), torch.randn(3, 8), torch.tensor([10.0, 20.0, 30.0])
expected = functional.linear(hidden, weight, bias)
part, rows = (tensor.chunk(ranks, dim=1)[rank] for tensor in (hidden, weight))

# region row
y = functional.linear(part, rows)
dist.all_reduce(y)
y = y + bias  # key line, else: pass
extra = ((y - expected) / bias).mean().abs().item()
print(f"too much by {extra:.1f} biases")
# endregion

assert round(extra, 3) == 0  # shows: bias-once
dist.destroy_process_group()
