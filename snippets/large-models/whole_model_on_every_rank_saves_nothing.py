"""Each of 4 DDP ranks holds the whole model: together they hold four times the bytes.

$ torchrun --nproc-per-node 4 snippets/large-models/whole_model_on_every_rank_saves_nothing.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region count
model = DistributedDataParallel(torch.nn.Linear(1000, 1000, bias=False))
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()

weight = model.module.weight
tensors = [weight, weight.grad, *optimizer.state[weight].values()]
mine = sum(t.nbytes for t in tensors if t.numel() > 1)
together = torch.tensor(mine)
dist.all_reduce(together)  # key line
print(f"rank {rank}: {mine:,} B here, {together.item():,} B on all ranks")
# endregion

assert mine == 16 * 1000 * 1000  # as in one process
assert together == world_size * mine
assert mine == 16 * 1000 * 1000 and weight.nbytes == 4 * 1000 * 1000  # copies  # shows: count-bytes-copies
assert mine == 16 * 1000 * 1000 and world_size == 4  # with a batch of 1  # shows: each-runs-out
assert weight.nbytes == 4 * 1000 * 1000  # refutes: fits-quarter-of-model
assert weight.grad.nbytes == weight.nbytes  # refutes: gradients-averaged-quarter
assert together == 4 * mine  # seen on each rank, so all hold the same  # refutes: rank-0-other-three
assert mine >= 16 * 1000 * 1000  # one sample on each rank  # refutes: copies-smaller-batch
assert together / mine == world_size  # refutes: more-ranks-ddp
weight.grad = None
model(torch.full((1, 1000), rank + 1.0)).sum().backward()
assert (weight.grad == 2.5).all()  # the average of samples 1, 2, 3 and 4, one on each rank  # refutes: copies-same-time
dist.destroy_process_group()
