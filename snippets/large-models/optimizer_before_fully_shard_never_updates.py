"""An optimizer built before fully_shard holds the old parameters: the model never changes, and nothing is raised.

$ torchrun --nproc-per-node 2 snippets/large-models/optimizer_before_fully_shard_never_updates.py
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
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fully_shard(model, mesh=mesh)  # key line
model(torch.ones(1, 2)).sum().backward()  # every gradient is 1
optimizer.step()
weight = model(torch.eye(2)).T.detach()  # the weight that the next forward uses
print(f"row 0 of the weight: {[f'{w:.4g}' for w in weight[0].tolist()]} after the step")
# endregion

assert (weight == 1).all()
old = optimizer.param_groups[0]["params"][0]
model.reshard()  # shows the sharded parameters again
assert old is not model.weight and old.grad is None
assert (model.weight.grad.full_tensor() == 1).all()
assert old is not model.weight and old.grad is None  # shows: holds-parameters-left
assert (model.weight.grad.full_tensor() == 1).all()  # refutes: gradients-cancel-out
assert (model.weight.to_local() == 1).all()  # the shards themselves are as before  # refutes: next-forward-gathers
assert all(held is not model.weight for held in optimizer.param_groups[0]["params"])  # refutes: updates-rows-overwrites
dist.destroy_process_group()
