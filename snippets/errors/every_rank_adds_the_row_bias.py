"""Each rank adds the bias to its partial sum, and the all-reduce adds up the biases of all ranks.

$ torchrun --nproc-per-node 4 snippets/errors/every_rank_adds_the_row_bias.py
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
y = functional.linear(part, rows, bias)  # key line, else: y = functional.linear(part, rows, bias / ranks)
dist.all_reduce(y)
extra = ((y - expected) / bias).mean().abs().item()
print(f"too much by {extra:.1f} biases")
# endregion

assert round(extra, 3) == ranks - 1  # shows: three-biases-too-much
dist.destroy_process_group()
