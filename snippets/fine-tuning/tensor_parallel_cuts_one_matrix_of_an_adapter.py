"""Beside columns B is cut, beside rows A is cut, the other matrix is whole; the sum that is there anyway adds the adapter too.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/tensor_parallel_cuts_one_matrix_of_an_adapter.py
"""
import torch
import torch.distributed as dist
from _adapter import Adapted
from torch import nn

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
up, down = Adapted(nn.Linear(8, 32, bias=False)), Adapted(nn.Linear(32, 8, bias=False))
[layer.b.data.normal_() for layer in (up, down)]
x = torch.randn(4, 8)


def part(tensor, dim):
    return tensor.detach().chunk(ranks, dim)[rank]


# region cut
with torch.no_grad():
    columns = x @ part(up.base.weight, 0).T + up.scale * (x @ up.a.T @ part(up.b, 0).T)  # B is cut, A is whole
    hidden = columns.relu()
    rows = hidden @ part(down.base.weight, 1).T
    rows += down.scale * (hidden @ part(down.a, 1).T) @ down.b.T  # key line, else: rows += down.scale * (hidden @ down.a[:, :16].T) @ down.b.T
dist.all_reduce(rows)  # one sum for base and adapter
held = [tuple(tensor.shape) for tensor in (up.a, part(up.b, 0), part(down.a, 1), down.b)]
print(f"rank {rank}: holds A and B of the columns {held[0]}, {held[1]}, of the rows {held[2]}, {held[3]}")
# endregion

with torch.no_grad():
    alone = down(up(x).relu())
assert torch.allclose(rows, alone, atol=1e-4)  # shows: output-of-one-process
assert held == [(2, 8), (16, 2), (2, 16), (8, 2)]  # shows: columns-cut-b-rows-cut-a
dist.destroy_process_group()
