"""The loss on a rank is that of its shard; the mean over the ranks is that of the whole batch.

$ torchrun --nproc-per-node 4 snippets/ddp/each_rank_has_its_own_loss.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.arange(8.0).reshape(8, 1)  # 2 samples for each rank
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)
model = DistributedDataParallel(model)

# region log
shard = full[rank::world_size]
loss = model(shard).square().mean()
loss.backward()
logged = loss.detach() / world_size  # a copy: the graph keeps its own loss
dist.all_reduce(logged)  # key line
print(f"rank {rank}: its loss {loss.item()}, mean of all ranks {logged.item()}")
# endregion

gradient = model.module.weight.grad.clone()
torch.optim.SGD(model.parameters(), lr=0.1).step()
everyone = [None] * world_size
dist.all_gather_object(everyone, (model.module.weight.item(), shard.flatten().tolist()))
weights, samples = zip(*everyone, strict=True)
assert loss == (rank**2 + (rank + world_size) ** 2) / 2  # shows: mean-quarter
assert logged == full.square().mean()  # one process on the whole batch
assert len(set(weights)) == 1  # refutes: weights
assert gradient == 2 * full.square().mean()  # refutes: averaged-gradient
assert sorted(sum(samples, [])) == full.flatten().tolist()  # refutes: samples-twice
assert loss != logged and gradient == 2 * logged  # shows: gradients-only-loss
dist.destroy_process_group()
