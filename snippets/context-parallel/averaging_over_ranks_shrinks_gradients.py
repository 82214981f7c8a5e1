"""FSDP averages over all ranks of its mesh. A loss already divided by all tokens gives gradients that are cp times too small.

$ torchrun --nproc-per-node 2 snippets/context-parallel/averaging_over_ranks_shrinks_gradients.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, cp = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (cp,), mesh_dim_names=("cp",))
torch.manual_seed(0)
x = torch.randn(16, 4)
weights = torch.randn(1, 4)


def linear():
    model = nn.Linear(4, 1, bias=False)
    model.weight = nn.Parameter(weights.clone())
    return model


alone = linear()
(alone(x).square().sum() / len(x)).backward()

# region scale
ratios = {}
for name, factor in (("sum over all tokens", 1), ("times cp", cp)):  # key line, else: for name, factor in (("sum over all tokens", 1), ("times cp", 1)):
    model = fully_shard(linear(), mesh=mesh)
    loss = model(x.chunk(cp)[rank]).square().sum() / len(x)  # a share of the loss of the batch
    (factor * loss).backward()
    gradient = model.weight.grad.full_tensor()
    ratios[name] = (alone.weight.grad / gradient).mean().item()
    print(f"{name}: one process has {ratios[name]:.1f} times the gradient")
# endregion

assert round(ratios["sum over all tokens"], 4) == 2  # shows: gradients-two-times-too-small
assert round(ratios["times cp"], 4) == 1  # shows: times-cp-is-right
dist.destroy_process_group()
