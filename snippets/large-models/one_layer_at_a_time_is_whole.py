"""While a layer computes, each of 4 ranks has its shards and that one layer whole: 256 B and 256 B of 1,024 B.

$ torchrun --nproc-per-node 4 snippets/large-models/one_layer_at_a_time_is_whole.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(4)])

# region shard
for layer in model:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
shards = sum(layer.weight.to_local().nbytes for layer in model)  # stay all the time

def look(*_):  # which layers are whole on this rank now?
    whole.append([layer.weight.nbytes for layer in model if not isinstance(layer.weight, DTensor)])

whole = []
look()
for layer in model:
    layer.register_forward_hook(look, prepend=True)  # before fully_shard frees the layer
model(torch.ones(1, 8))
for moment, found in zip(["at first", *[f"layer {n} " for n in range(4)]], whole, strict=True):
    print(f"{moment}: {shards} B of shards, whole layers: {len(found)} = {sum(found)} B")
# endregion

assert shards == 256 and whole == [[], [256], [256], [256], [256]]
kept = [layer.weight.to_local().data_ptr() for layer in model]
model(torch.ones(1, 8))
assert kept == [layer.weight.to_local().data_ptr() for layer in model]  # the shards were never moved
assert whole[1] == [256] and 4 * model[0].weight.to_local().nbytes == 256  # shows: layer-computed-whole
assert all(found == [model[0].weight.numel() * 4] for found in whole[1:5])  # refutes: shards-fully
assert whole[1:5] == 4 * [[256]]  # bytes of a whole layer  # refutes: weights-layer-computing
dist.destroy_process_group()
