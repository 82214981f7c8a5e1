"""With a divide factor of 1 on each sharded module FSDP adds gradients and divides by nothing. gloo also needs to be held to sums.

$ torchrun --nproc-per-node 4 snippets/errors/fsdp_is_told_not_to_divide.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))
torch.manual_seed(0)
tokens, model = torch.randn(16, 4), torch.nn.Sequential(*(torch.nn.Linear(4, 4, bias=False) for _ in range(2)))
start = [weight.detach().clone() for weight in model.parameters()]
expected = torch.autograd.grad(model(tokens).square().sum() / 16, [*model.parameters()])

# region step
for module in (model[0], model):  # the outer one has what is left, the second weight
    fully_shard(module, mesh=mesh)
    module.set_gradient_divide_factor(1.0)  # key line, else: pass
    module.set_force_sum_reduction_for_comms(True)
loss = model(tokens.chunk(ranks)[rank]).square().sum() / 16  # its share of the loss
loss.backward()
torch.optim.SGD(model.parameters(), lr=1.0).step()
steps = [(old - new.full_tensor()).norm() for old, new in zip(start, model.parameters(), strict=True)]
ratios = [(slope.norm() / step).item() for slope, step in zip(expected, steps, strict=True)]
print(f"one process steps {max(ratios):.1f} times as far")
# endregion

assert all(abs(ratio - 1) < 1e-3 for ratio in ratios)  # shows: no-division-no-factor
dist.destroy_process_group()
