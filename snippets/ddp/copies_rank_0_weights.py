"""The DDP constructor overwrites the weights of every rank with those of rank 0.

$ torchrun --nproc-per-node 4 snippets/ddp/copies_rank_0_weights.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region construct
torch.manual_seed(rank)  # another seed on each rank
model = torch.nn.Linear(1, 1)
before = model.weight.item()
model = DistributedDataParallel(model)  # key line
after = next(model.parameters()).item()
print(f"rank {rank}: weight {before:.4g} before, {after:.4g} after")
# endregion

torch.manual_seed(0)
only_rank_0 = torch.nn.Linear(1, 1).weight.item()  # what seed 0 gives
assert after == only_rank_0  # shows: constructor-broadcasts-rank-0
assert rank == 0 or before != after

norm = torch.nn.BatchNorm1d(1)  # all that it holds is another number on each rank
torch.nn.init.constant_(norm.weight, rank)
norm.running_mean.fill_(rank)
optimizer = torch.optim.SGD(norm.parameters(), lr=0.1, momentum=0.9)
optimizer.state[norm.weight]["momentum_buffer"] = torch.tensor([float(rank)])
torch.manual_seed(rank)
generator = torch.get_rng_state()
DistributedDataParallel(norm)
assert norm.weight.item() == norm.running_mean.item() == 0  # shows: parameters-and-buffers
assert norm.weight.item() != 1.5  # refutes: mean-parameters
assert optimizer.state[norm.weight]["momentum_buffer"].item() == rank  # refutes: state-optimizer
assert torch.equal(torch.get_rng_state(), generator)  # refutes: random-number-generator
dist.destroy_process_group()
