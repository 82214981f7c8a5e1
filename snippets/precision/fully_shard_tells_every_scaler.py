"""Under fully_shard an inf in the shard of one rank makes the scalers of all ranks skip.

$ torchrun --nproc-per-node 2 snippets/precision/fully_shard_tells_every_scaler.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 1:"
# stays = "With an inf on all ranks they skip as well. The claim is that one is enough."
# ///
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()

model = torch.nn.Linear(4, 4, bias=False)
torch.nn.init.ones_(model.weight)


def mine(tensor):
    """The rows of this rank."""
    return tensor.to_local() if hasattr(tensor, "to_local") else tensor


# region step
fully_shard(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
scaler.scale(model(torch.ones(1, 4)).sum()).backward()
gradient, weight = mine(model.weight.grad), mine(model.weight)
if rank == 1:
    gradient.fill_(float("inf"))  # in the shard of rank 1 alone
scaler.step(optimizer)
scaler.update()
print(f"rank {rank}: {len(weight)} of 4 rows, weight {weight[0, 0].item():.1f}, scale {scaler.get_scale():g}")
# endregion

assert scaler.get_scale() == 512 and weight[0, 0].item() == 1.0  # shows: all-ranks-skip
dist.destroy_process_group()
