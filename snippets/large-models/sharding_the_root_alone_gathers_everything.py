"""fully_shard on the root alone makes one group: while any layer computes, every rank has the whole model.

$ torchrun --nproc-per-node 4 snippets/large-models/sharding_the_root_alone_gathers_everything.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(4)])

# region root
fully_shard(model, mesh=mesh)  # key line

def look(*_):  # which layers are whole on this rank now?
    whole.append([layer.weight.nbytes for layer in model if not isinstance(layer.weight, DTensor)])

whole = []
look()
model[0].register_forward_hook(look)
model(torch.ones(1, 8))
for moment, found in zip(["at first", "layer 0 "], whole, strict=True):
    print(f"{moment}: whole layers: {len(found)} = {sum(found):,} B")
# endregion

assert whole == [[], [256, 256, 256, 256]]
dist.destroy_process_group()
