"""The backward of an exchange is the exchange with its splits swapped; with it all gradients are those of one process.

$ torchrun --nproc-per-node 2 snippets/experts/gradients_travel_back_by_the_same_exchanges.py
"""
import torch
import torch.distributed as dist
from _layer import expert, one_process, route, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
names = "x", "router", "up", "down"
alone = dict(zip(names, tensors(experts=2), strict=True))
[tensor.requires_grad_() for tensor in alone.values()]
one_process(**alone, k=1).square().sum().backward()
x, router, up, down = (tensor.detach().clone() for tensor in alone.values())
x, up, down = x.chunk(ranks)[rank].clone(), up[rank].clone(), down[rank].clone()
[tensor.requires_grad_() for tensor in (x, router, up, down)]


# region exchange
class Exchange(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rows, gets, sends):
        ctx.gets, ctx.sends = gets, sends
        out = rows.new_empty(sum(gets), rows.shape[1])
        dist.all_to_all_single(out, rows.contiguous(), gets, sends)
        return out

    @staticmethod
    def backward(ctx, slope):
        return Exchange.apply(slope, ctx.sends, ctx.gets), None, None  # key line, else: return torch.zeros(sum(ctx.sends), 8), None, None


# endregion
# region layer
weight, chosen = route(x, router, k=1)  # one expert for each token, of two
order = chosen.flatten().argsort(stable=True)
sends = chosen.flatten().bincount(minlength=2)
gets = torch.empty_like(sends)
dist.all_to_all_single(gets, sends)
gets, sends = gets.tolist(), sends.tolist()
back = Exchange.apply(expert(Exchange.apply(x[order], gets, sends), up, down), sends, gets)
y = torch.zeros_like(x).index_add(0, order, weight[order] * back)
y.square().sum().backward()
whole = alone["up"].grad[rank].norm()
print(f"rank {rank}: gets {gets}, gradient of its expert {up.grad.norm():.3f}, one process {whole:.3f}")
# endregion

assert torch.allclose(up.grad, alone["up"].grad[rank], atol=1e-5)  # shows: expert-gradient-one-process
assert torch.allclose(down.grad, alone["down"].grad[rank], atol=1e-5)
assert torch.allclose(x.grad, alone["x"].grad.chunk(ranks)[rank], atol=1e-5)  # shows: token-gradient-one-process
dist.barrier()
dist.destroy_process_group()
