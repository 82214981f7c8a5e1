"""With reshard_after_forward=2 each of 4 ranks keeps half of a layer after its forward, and gathers from one neighbour.

$ torchrun --nproc-per-node 4 snippets/fsdp/reshard_to_two_keeps_half.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Every parameter is in a block here. In a model with embeddings or a last norm the root group has them."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))


# region reshard
def rows_after_forward(reshard_after_forward):
    model = torch.nn.Sequential(torch.nn.Linear(8, 8, bias=False), torch.nn.Linear(8, 8, bias=False))
    for layer in model:
        fully_shard(
            layer, mesh=mesh, reshard_after_forward=reshard_after_forward
        )  # key line, else: fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    model(torch.ones(1, 8))
    weight = model[0].weight
    return len(weight.to_local() if hasattr(weight, "to_local") else weight)


rows = {choice: rows_after_forward(choice) for choice in (True, 2, False)}
print(", ".join(f"{choice}: {count} of 8 rows" for choice, count in rows.items()))
# endregion

assert rows == {True: 8 // world_size, 2: 8 // 2, False: 8}
assert rows[2] == 2 * rows[True]  # shows: twice-memory-between
assert 2 * rows[2] == rows[False]  # shows: half-rows
assert rows[False] == 8  # shows: whole-until-backward
dist.destroy_process_group()
