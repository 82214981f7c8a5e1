"""Tensor parallel by hand: g sums outputs in the forward, f sums gradients in the backward, and all gradients are those of one process.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/f_and_g_send_once_each.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'backward = staticmethod(lambda ctx, slope: slope)'
# label = "g sums in the backward, too"
# becomes = 'backward = staticmethod(lambda ctx, slope: sum_of_ranks(slope))'
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x, up, down = torch.randn(2, 4), torch.randn(4, 8), torch.randn(8, 4)
alone_x = x.clone().requires_grad_()
alone = torch.relu(alone_x @ up) @ down
alone.square().sum().backward()
x.requires_grad_()


def sum_of_ranks(tensor):
    total = tensor.clone()
    dist.all_reduce(total)
    return total


# region pair
class F(torch.autograd.Function):  # before the columns
    forward = staticmethod(lambda ctx, x: x.view_as(x))
    backward = staticmethod(lambda ctx, slope: sum_of_ranks(slope))  # key line, else: backward = staticmethod(lambda ctx, slope: slope)


class G(torch.autograd.Function):  # behind the rows
    forward = staticmethod(lambda ctx, y: sum_of_ranks(y))
    backward = staticmethod(lambda ctx, slope: slope)


# endregion
# region mlp
columns, rows = up.chunk(ranks, dim=1)[rank], down.chunk(ranks, dim=0)[rank]
hidden = torch.relu(F.apply(x) @ columns)
y = G.apply(hidden @ rows)
y.square().sum().backward()
print(f"y {y[0, 0]:.3f}, alone {alone[0, 0]:.3f}; slope {x.grad[0, 0]:.2f}, alone {alone_x.grad[0, 0]:.2f}")
# endregion

torch.manual_seed(0)  # the same samples on every rank
assert torch.allclose(y, alone, atol=1e-4)  # refutes: value-of-y
assert torch.allclose(x.grad, alone_x.grad, rtol=1e-4)  # shows: with-f-whole-slope
assert torch.equal(torch.randn(2, 4), x.detach())  # refutes: value-of-x
term = torch.autograd.grad((torch.relu(x @ columns) @ rows * 2 * y.detach()).sum(), x)[0]
assert not torch.allclose(term, alone_x.grad, rtol=1e-3)  # shows: slope-of-x-term
assert not torch.allclose(term, x.grad, rtol=1e-3)  # refutes: f-changes-nothing
dist.destroy_process_group()
