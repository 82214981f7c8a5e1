"""If each rank reads the whole file, the host holds as many copies as ranks; if each reads its rows alone, it holds one.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/reading_on_each_rank_multiplies_host_memory.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh, found = init_device_mesh("cpu", (ranks,)), {}
whole = torch.arange(64.0).view(16, 4)
if rank == 0:
    torch.save({"weight": whole}, "base.pt")
dist.barrier()

# region read
for way in ("whole file", "own rows"):
    with torch.device("meta"):
        model = nn.Linear(4, 16, bias=False)
    fully_shard(model, mesh=mesh)
    model.to_empty(device="cpu")
    file = torch.load("base.pt", mmap=True)["weight"]  # mapped: bytes are read when they are used
    copy = file.clone() if way == "whole file" else file.chunk(ranks)[rank].clone()  # key line, else: copy = file.clone()
    model.weight.to_local().data.copy_(copy if len(copy) == 4 else copy.chunk(ranks)[rank])
    on_host = torch.tensor(copy.nbytes)
    dist.all_reduce(on_host)
    found[way] = on_host.item()
    print(f"{way}: a rank reads {copy.nbytes} B, the host holds {on_host.item()} B")
# endregion

assert torch.equal(model.weight.full_tensor(), whole)
assert found["whole file"] == ranks * whole.nbytes  # shows: whole-file-four-copies
assert found["own rows"] == whole.nbytes  # shows: own-rows-one-copy
dist.destroy_process_group()
