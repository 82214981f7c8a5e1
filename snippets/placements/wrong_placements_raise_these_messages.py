"""Six calls that torch refuses, and one that it takes though the placements do not fit the mesh.

$ torchrun --nproc-per-node 4 snippets/placements/wrong_placements_raise_these_messages.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh, whole = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp")), torch.ones(4, 4)

# region tries
tries = {
    "a mesh of 8": lambda: init_device_mesh("cpu", (8,)),
    "a name twice": lambda: init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "dp")),
    "names in the other order": lambda: mesh["tp", "dp"],
    "one placement for two": lambda: distribute_tensor(whole, mesh, [Shard(0)]),
    "Shard(2) of a matrix": lambda: distribute_tensor(whole, mesh["tp"], [Shard(2)]),
    "to Partial": lambda: distribute_tensor(whole, mesh["tp"], [Replicate()]).redistribute(placements=[Partial()]),
    "one for two, from_local": lambda: DTensor.from_local(whole, mesh, [Shard(0)]),
}
said = {}
for name, call in tries.items():
    try:
        call()
        said[name] = "taken"
    except Exception as error:
        said[name] = f"{type(error).__name__}: {error}"  # key line, else: said[name] = "taken"
    print(f"{name}: {said[name][:88]}")
# endregion

assert "Mesh should not be bigger than default world size 4" in said["a mesh of 8"]  # shows: mesh-bigger
assert "must have the same length as `device_mesh.ndim`" in said["one placement for two"]  # shows: one-for-two-refused
assert "redistributing to Partial is for internal use only" in said["to Partial"]  # shows: to-partial-refused
assert [name for name, words in said.items() if words == "taken"] == ["one for two, from_local"]  # shows: taken-silently
dist.destroy_process_group()
