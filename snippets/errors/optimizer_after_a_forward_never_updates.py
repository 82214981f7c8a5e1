"""An optimizer built after a forward holds the gathered copies: the model never changes, and nothing is raised.

$ torchrun --nproc-per-node 2 snippets/errors/optimizer_after_a_forward_never_updates.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "optimizer.step()"
# stays = "That is the claim: this optimizer updates nothing that the model uses."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Linear(2, 2, bias=False)
torch.nn.init.ones_(model.weight)

# region wrong
fully_shard(model, mesh=mesh)
with torch.no_grad():
    model(torch.ones(1, 2))  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print("the optimizer holds a", type(optimizer.param_groups[0]["params"][0]).__name__)
model(torch.ones(1, 2)).sum().backward()  # every gradient is 1
optimizer.step()
weight = model(torch.eye(2)).T.detach()  # the weight that the next forward uses
print(f"row 0 of the weight: {[f'{w:.4g}' for w in weight[0].tolist()]} after it")
# endregion

assert (weight == 1).all()
model.reshard()
assert optimizer.param_groups[0]["params"][0] is not model.weight
assert (model.weight.grad.full_tensor() == 1).all()
dist.destroy_process_group()
