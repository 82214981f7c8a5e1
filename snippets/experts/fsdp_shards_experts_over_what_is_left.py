"""fully_shard shards experts over dp, the rest over all ranks; with the same divisor for both, a step is that of one process.

$ torchrun --nproc-per-node 4 snippets/experts/fsdp_shards_experts_over_what_is_left.py
"""
import torch
import torch.distributed as dist
from _layer import one_process, parallel, tensors
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "ep"))
x, router, *both = tensors()


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = (nn.Parameter(distribute_tensor(part, mesh["ep"], [Shard(0)])) for part in both)

    def forward(self, x, router):
        return parallel(x, router, self.up.to_local(), self.down.to_local(), group=mesh.get_group("ep"))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.router, self.experts = nn.Parameter(router.clone()), Experts()

    def forward(self, x):
        return self.experts(x, self.router)


# region shard
layer = Layer()
fully_shard(layer.experts, mesh=mesh["dp"])
layer.experts.set_force_sum_reduction_for_comms(True)  # gloo cannot divide by another number before it sums
layer.experts.set_gradient_divide_factor(ranks)  # key line
fully_shard(layer, mesh=init_device_mesh("cpu", (ranks,)))  # the router, over all four
optimizer = torch.optim.SGD(layer.parameters(), lr=1.0)
layer(x.chunk(ranks)[rank]).square().mean().backward()
optimizer.step()
up = layer.experts.up
print(f"rank {rank}: holds {tuple(up.to_local().shape)} of {tuple(up.shape)}, {up.placements}")
# endregion

alone = [tensor.clone().requires_grad_() for tensor in (router, *both)]
one_process(x, *alone).square().mean().backward()
torch.optim.SGD(alone, lr=1.0).step()
assert torch.allclose(up.full_tensor(), alone[1], atol=1e-5)  # shows: experts-as-one-process
assert torch.allclose(layer.router.full_tensor(), alone[0], atol=1e-5)  # shows: router-as-one-process
assert up.to_local().shape[0] == 1  # shows: one-of-four
dist.destroy_process_group()
