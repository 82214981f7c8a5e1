"""Each rank draws new rows of an embedding: under fully_shard a row is that of the rank that holds it, and two copies keep other rows.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/rows_of_new_tokens_must_be_equal.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
meshes = {
    "one copy": init_device_mesh("cpu", (ranks,)),
    "two copies": init_device_mesh("cpu", (2, 2), mesh_dim_names=("copies", "shards")),
}
old, found = torch.arange(12.0).view(6, 2), {}  # rows of the file


def equal(tensor):
    theirs = [torch.empty_like(tensor) for _ in range(ranks)]
    dist.all_gather(theirs, tensor)
    return all(torch.equal(theirs[0], other) for other in theirs)


# region resize
for way in ("drawn", "sent"):
    for layout, mesh in meshes.items():
        torch.manual_seed(rank)
        new = torch.randn(2, 2)
        if way == "sent":
            dist.broadcast(new, 0)  # key line
        embedding = nn.Embedding.from_pretrained(torch.cat([old, new]), freeze=False)
        fully_shard(embedding, mesh=mesh)
        whole = embedding.weight.full_tensor().detach()
        found[way, layout] = equal(new), equal(whole)
        print(f"{way}, {layout}: equal before {equal(new)}, after fully_shard {equal(whole)}")
# endregion

assert found["drawn", "one copy"] == (False, True)  # refutes: drawn-not-equal
assert found["drawn", "two copies"] == (False, False)  # shows: copies-differ
assert found["sent", "one copy"] == found["sent", "two copies"] == (True, True)  # shows: sent-equal
dist.destroy_process_group()
