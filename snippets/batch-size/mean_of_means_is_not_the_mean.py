"""With 1 sample on rank 0 and 3 on rank 1, DDP averages two means and misses the mean of the 4 samples.

$ torchrun --nproc-per-node 2 snippets/batch-size/mean_of_means_is_not_the_mean.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.tensor([[1.0], [2.0], [2.0], [2.0]])
right = full.mean().item()  # gradient of the mean loss over all 4

# region wrong
shard = full[:1] if rank == 0 else full[1:]
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)  # key line
model(shard).mean().backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: sees {shard.flatten().tolist()}, gradient {gradient}, should be {right}")
# endregion

assert gradient == (1.0 + 2.0) / 2 != right
dist.destroy_process_group()
