"""Beside columns B is cut, beside rows A is cut; the layer's sum adds the adapter, and gradients of whole matrices are summed.

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
columns = x @ part(up.base.weight, 0).T + up.scale * (x @ up.a.T @ part(up.b, 0).T)  # B is cut, A is whole
hidden = columns.relu()
rows = hidden @ part(down.base.weight, 1).T
rows = rows + down.scale * (hidden @ part(down.a, 1).T) @ down.b.T  # key line, else: rows = rows + down.scale * (hidden @ down.a[:, :16].T) @ down.b.T
y = rows.detach().clone()
dist.all_reduce(y)  # one sum for base and adapter
held = [tuple(tensor.shape) for tensor in (up.a, part(up.b, 0), part(down.a, 1), down.b)]
print(f"rank {rank}: holds A and B of the columns {held[0]}, {held[1]}, of the rows {held[2]}, {held[3]}")
# endregion

# region gradient
rows.backward(2 * y)  # of the loss y.square().sum()
mine = up.a.grad.clone(), down.b.grad.clone()  # of the whole matrices
for tensor in (up.a.grad, down.b.grad):
    dist.all_reduce(tensor)  # key line
# endregion

summed = up.a.grad.clone(), down.b.grad.clone()
up.a.grad = down.b.grad = None
alone = down(up(x).relu())
alone.square().sum().backward()
assert torch.allclose(y, alone, atol=1e-4)  # shows: output-of-one-process
assert held == [(2, 8), (16, 2), (2, 16), (8, 2)]  # shows: columns-cut-b-rows-cut-a
for expected, part_of_it, total in zip((up.a.grad, down.b.grad), mine, summed):
    assert not torch.allclose(part_of_it, expected, rtol=0.01)  # shows: a-rank-has-a-part
    assert torch.allclose(total, expected, rtol=1e-3, atol=1e-3)  # shows: the-sum-is-the-gradient
dist.destroy_process_group()
