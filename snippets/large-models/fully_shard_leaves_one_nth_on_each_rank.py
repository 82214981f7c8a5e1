"""fully_shard on 4 ranks leaves a quarter of the weight, the gradient and the Adam state on each.

$ torchrun --nproc-per-node 4 snippets/large-models/fully_shard_leaves_one_nth_on_each_rank.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region count
model = torch.nn.Linear(1000, 1000, bias=False)
fully_shard(model, mesh=mesh)  # key line
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()

weight = model.weight
tensors = [weight, weight.grad, *optimizer.state[weight].values()]
local = [t.to_local() if isinstance(t, DTensor) else t for t in tensors]
mine = sum(t.nbytes for t in local if t.numel() > 1)
print(f"rank {rank}: {tuple(local[0].shape)} of {tuple(weight.shape)}, {mine:,} B here")
# endregion

assert mine == 16 * 1000 * 1000 / world_size
assert [t.nbytes for t in local if t.numel() > 1] == 4 * [4 * 1000 * 1000 / world_size]  # weight, gradient, moments
quarter = 1000 * 1000  # bytes: 4 x 1000 x 1000 over 4 ranks
assert local[0].nbytes == quarter  # shows: weights-between-steps
assert local[1].nbytes == quarter  # shows: gradients-after-backward
assert [t.nbytes for t in local[2:] if t.numel() > 1] == [quarter, quarter]  # shows: moments-adam
saved = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: saved.append(tuple(t.shape)) or t, lambda t: t):
    model(torch.ones(8, 1000)).sum().backward()
assert (8, 1000) in saved  # this rank's samples, whole  # refutes: activations-backward-needs
assert world_size * mine == 16 * 1000 * 1000 and len(local) == 5  # shows: three-weights-too
dist.destroy_process_group()
