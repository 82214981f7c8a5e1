"""New rows of an embedding are drawn by each rank; under fully_shard the halves of two models meet, until rank 0 sends its rows.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/rows_of_new_tokens_must_be_equal.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh, found = init_device_mesh("cpu", (ranks,)), {}
old = torch.arange(12.0).view(6, 2)  # of the file

# region resize
for way in ("drawn", "sent", "mean"):
    torch.manual_seed(rank)
    new = torch.randn(2, 2)
    if way == "sent":
        dist.broadcast(new, 0)  # key line
    if way == "mean":
        new = old.mean(0).expand(2, 2)  # the same on each rank, and drawn by none
    theirs = [torch.empty(2, 2) for _ in range(ranks)]
    dist.all_gather(theirs, new.contiguous())
    found[way] = torch.equal(*theirs), torch.cat([old, new])
    print(f"{way}: new rows equal on all ranks {found[way][0]}")
# endregion

assert not found["drawn"][0]  # shows: drawn-not-equal
assert found["sent"][0]  # shows: sent-equal
assert found["mean"][0]  # shows: mean-equal
embedding = nn.Embedding(8, 2)
embedding.weight.data.copy_(found["drawn"][1])
fully_shard(embedding, mesh=mesh)
whole = embedding.weight.full_tensor()
torch.manual_seed(1)
assert torch.equal(whole[6:], torch.randn(2, 2))  # the rows of rank 1, and rank 0 looked at others
dist.destroy_process_group()
