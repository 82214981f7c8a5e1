"""With a divide factor of 1 FSDP adds gradients and divides by nothing. gloo also needs to be held to sums.

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
tokens, model = torch.randn(16, 4), torch.nn.Linear(4, 4, bias=False)
start = model.weight.detach().clone()
expected = torch.autograd.grad((tokens @ model.weight.T).square().sum() / 16, model.weight)[0]

# region step
fully_shard(model, mesh=mesh)
model.set_gradient_divide_factor(1.0)  # key line, else: pass
model.set_force_sum_reduction_for_comms(True)
loss = model(tokens.chunk(ranks)[rank]).square().sum() / 16  # its share of the loss
loss.backward()
torch.optim.SGD(model.parameters(), lr=1.0).step()
step = (start - model.weight.full_tensor()).norm()
print(f"one process steps {expected.norm() / step:.1f} times as far")
# endregion

assert torch.isclose(expected.norm() / step, torch.tensor(1.0), rtol=1e-4)  # shows: no-division-no-factor
dist.destroy_process_group()
