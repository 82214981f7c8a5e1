"""Each rank of FSDP saves its own state_dict; under HSDP the same file does not load.

$ torchrun --nproc-per-node 4 snippets/errors/saved_shards_meet_another_mesh.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict"
# asserts = ['complains("Cannot run aten.copy_.default on inputs with different meshes")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
fsdp = init_device_mesh("cpu", (4,), mesh_dim_names=("shards",))
hsdp = init_device_mesh("cpu", (2, 2), mesh_dim_names=("copies", "shards"))

# region load
old = fully_shard(torch.nn.Linear(8, 8), mesh=fsdp)
torch.save(old.state_dict(), f"rank-{rank}.pt")
new = fully_shard(torch.nn.Linear(8, 8), mesh=hsdp)  # key line, else: new = fully_shard(torch.nn.Linear(8, 8), mesh=fsdp)
new.load_state_dict(torch.load(f"rank-{rank}.pt"))
print("loaded")
# endregion

dist.destroy_process_group()
