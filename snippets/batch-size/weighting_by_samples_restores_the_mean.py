"""A summed loss, times the ranks and divided by all samples, gives the mean over all of them, whatever each rank holds.

$ torchrun --nproc-per-node 2 snippets/batch-size/weighting_by_samples_restores_the_mean.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.tensor([[1.0], [2.0], [2.0], [2.0]])
right = full.mean().item()

# region right
shard = full[:1] if rank == 0 else full[1:]
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)
count = torch.tensor(len(shard))
dist.all_reduce(count)  # N, over all ranks
loss = model(shard).sum()  # DDP would leave sum / W
loss = loss * world_size / count  # key line
loss.backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: sees {shard.flatten().tolist()}, gradient {gradient}, should be {right}")
# endregion

assert gradient == right  # shows: local-sum-times-w-n

def last_step(share, loss_of):
    """The gradient of a step in which all other samples are one, 2.0 on rank 0."""
    model.zero_grad()
    loss_of(model(full[1:2] if rank == 0 else share)).backward()
    return next(model.parameters()).grad.item()

nothing = full[:0]
assert last_step(nothing, lambda output: output.sum() * world_size / 1) == 2.0  # shows: forward-backward-empty
assert last_step(nothing, torch.mean) == 2.0 / 2  # refutes: mean-loss-empty
assert last_step(full[:1], torch.mean) == (2.0 + 1.0) / 2  # refutes: first-sample-epoch
dist.destroy_process_group()
