"""fully_shard on one rank makes DTensors whose only shard holds every row.

$ torchrun --nproc-per-node 1 snippets/gpu/fully_shard_of_one_rank_keeps_every_row.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

device, backend = ("cuda", "nccl") if torch.cuda.is_available() else ("cpu", "gloo")
dist.init_process_group(backend)
mesh = init_device_mesh(device, (1,))
torch.manual_seed(0)
model = torch.nn.Linear(4, 6, bias=False).to(device)
plain = model.weight.detach().clone()
inputs = torch.ones(2, 4, device=device)

# region shard
fully_shard(model, mesh=mesh)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model(inputs).sum().backward()
optimizer.step()
weight = model.weight
shape = tuple(weight.to_local().shape) if isinstance(weight, DTensor) else "none"
print(f"{type(weight).__name__}, local shape {shape}")
# endregion

assert isinstance(weight, DTensor)
assert weight.to_local().shape == (6, 4)
torch.testing.assert_close(weight.full_tensor(), plain - 0.5 * 2)
dist.destroy_process_group()
