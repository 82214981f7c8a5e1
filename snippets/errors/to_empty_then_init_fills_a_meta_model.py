"""to_empty gives each rank memory for its shards of a meta model, and the initialisation fills it.

$ torchrun --nproc-per-node 2 snippets/errors/to_empty_then_init_fills_a_meta_model.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'with torch.device("meta"):'
# stays = "Then the model has values from the start, and each rank has held all of it before it was cut."
#
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Then nothing is sharded, and each rank holds the whole model."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


def initialise(model):
    torch.nn.init.constant_(model.weight, 0.5)
    torch.nn.init.zeros_(model.bias)


# region build
with torch.device("meta"):
    model = torch.nn.Linear(4, 2)
fully_shard(model, mesh=mesh)
model.to_empty(device="cpu")  # key line -> RuntimeError: FSDP parameters should be materialized from meta device
initialise(model)
output = model(torch.ones(1, 4))
print("output:", output.tolist())
# endregion

assert output.tolist() == [[2.0, 2.0]]  # 4 * 0.5 + 0
assert (model.weight == 0.5).all() and model.weight.shape == (2, 4)
dist.destroy_process_group()
