"""Multiplied by the number of ranks that FSDP averages over, the loss gives the step of one process.

$ torchrun --nproc-per-node 4 snippets/errors/loss_is_scaled_by_the_averaging_ranks.py
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
loss = model(tokens.chunk(ranks)[rank]).square().sum() / 16  # its share of the loss
(ranks * loss).backward()  # key line, else: loss.backward()
torch.optim.SGD(model.parameters(), lr=1.0).step()
step = (start - model.weight.full_tensor()).norm()
print(f"one process steps {expected.norm() / step:.1f} times as far")
# endregion

assert torch.isclose(expected.norm() / step, torch.tensor(1.0), rtol=1e-4)  # shows: step-as-one-process
dist.destroy_process_group()
