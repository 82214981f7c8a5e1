"""fully_shard on the root alone makes one group: while any layer computes, every rank has the whole model.

$ torchrun --nproc-per-node 4 snippets/large-models/sharding_the_root_alone_gathers_everything.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(4)])

# region root
fully_shard(model, mesh=mesh)  # key line

def holds(*_):  # bytes of the weights in each layer, on this rank, now
    weights = [layer.weight for layer in model]
    here.append([(w.to_local() if isinstance(w, DTensor) else w).nbytes for w in weights])

here = []
holds()
model[0].register_forward_hook(holds)
model(torch.ones(1, 8))
for moment, each in zip(["before", "layer 0"], here, strict=True):
    print(f"{moment:7} {each} = {sum(each)} B")
# endregion

assert here == [4 * [64], 4 * [256]]
dist.destroy_process_group()
