"""An optimizer built after fully_shard holds the sharded parameters and updates them.

$ torchrun --nproc-per-node 2 snippets/large-models/optimizer_after_fully_shard_updates.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "All ranks have the same data, so each trains the same model alone. The line decides what it stores."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Linear(2, 2, bias=False)
torch.nn.init.ones_(model.weight)

# region right
fully_shard(model, mesh=mesh)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  # key line, else: optimizer = torch.optim.SGD([torch.ones(1)])
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
weight = model(torch.eye(2)).T.detach()
print(f"row 0 of the weight: {[f'{w:.4g}' for w in weight[0].tolist()]} after the step")
# endregion

torch.testing.assert_close(weight, torch.full((2, 2), 0.9))
dist.destroy_process_group()
