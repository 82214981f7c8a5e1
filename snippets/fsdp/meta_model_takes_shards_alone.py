"""Built on the meta device and sharded first, a model takes only its shards on each rank: 1,072 of 4,288 B.

$ torchrun --nproc-per-node 4 snippets/fsdp/meta_model_takes_shards_alone.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(layer, mesh=mesh)"
# stays = "The root group then has all layers, with the same sum. Groups are gathered one by one."
#
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Every parameter is in a block here. In a model with embeddings or a last norm the root group has them."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)


def held(model):
    """Bytes of real memory that the weights take on this rank."""
    locals_ = [p.to_local() if hasattr(p, "to_local") else p for p in model.parameters()]
    return sum(p.nbytes for p in locals_ if not p.is_meta)


# region meta
with torch.device("meta"):  # key line, else: if True:
    model = torch.nn.Sequential(torch.nn.Linear(32, 16), torch.nn.Linear(16, 32))
before = held(model)
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)
model.to_empty(device="cpu")  # memory for the shards, with no values yet
for layer in model:
    layer.reset_parameters()
print(f"built: {before:,} B, sharded and filled: {held(model):,} B")
# endregion

assert before == 0
assert held(model) == (2 * 32 * 16 + 48) * 4 // 4
model(torch.ones(1, 32)).sum().backward()
assert all(p.grad is not None and not p.is_meta for p in model.parameters())
weight = model[0].weight.full_tensor()
assert 0.1 < weight.abs().max() < 0.2  # values of Linear: at most 1 / sqrt(32)
assert torch.equal(weight[:4], weight[4:8])  # on a CPU each rank draws its shard alone, here from one seed
dist.destroy_process_group()
