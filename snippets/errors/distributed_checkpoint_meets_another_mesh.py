"""A distributed checkpoint of FSDP loads under HSDP: each rank takes the rows that it holds.

$ torchrun --nproc-per-node 4 snippets/errors/distributed_checkpoint_meets_another_mesh.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
fsdp = init_device_mesh("cpu", (4,), mesh_dim_names=("shards",))
hsdp = init_device_mesh("cpu", (2, 2), mesh_dim_names=("copies", "shards"))

# region load
old = fully_shard(torch.nn.Linear(8, 8), mesh=fsdp)
dcp.save(old.state_dict(), checkpoint_id="all-ranks")
new = fully_shard(torch.nn.Linear(8, 8), mesh=hsdp)
dcp.load(new.state_dict(), checkpoint_id="all-ranks")  # key line, else: pass
held = [len(model.weight.to_local()) for model in (old, new)]
print(f"loaded: a rank held {held[0]} rows and holds {held[1]}")
# endregion

assert torch.equal(old.weight.full_tensor(), new.weight.full_tensor())  # shows: same-weights
dist.destroy_process_group()
