"""While a layer computes, fully_shard has that layer whole and a quarter of the others, on each of 4 ranks.

$ torchrun --nproc-per-node 4 snippets/large-models/one_layer_at_a_time_is_whole.py
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

# region shard
for layer in model:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)

def holds(*_):  # bytes of the weights in each layer, on this rank, now
    weights = [layer.weight for layer in model]
    here.append([(w.to_local() if isinstance(w, DTensor) else w).nbytes for w in weights])

here = []
holds()
for layer in model:
    layer.register_forward_hook(holds, prepend=True)  # before the layer is freed
model(torch.ones(1, 8))
for moment, each in zip(["before", *[f"layer {n}" for n in range(4)]], here, strict=True):
    print(f"{moment:7} {each} = {sum(each)} B")
# endregion

assert here[0] == 4 * [64]
assert here[1:] == [[256 if n == busy else 64 for n in range(4)] for busy in range(4)]
dist.destroy_process_group()
