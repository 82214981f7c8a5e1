"""Ranks with seeds of their own shard models of their own: rank 1's rows are not those of the model of rank 0.

$ torchrun --nproc-per-node 2 snippets/fsdp/unequal_seeds_shard_unequal_models.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region wrong
torch.manual_seed(rank)  # key line, else: torch.manual_seed(0)
model = torch.nn.Linear(1, 4, bias=False)
fully_shard(model, mesh=mesh)
sharded = model.weight.full_tensor().flatten().tolist()
torch.manual_seed(0)
alone = torch.nn.Linear(1, 4, bias=False).weight.flatten().tolist()
same = [ours == theirs for ours, theirs in zip(sharded, alone, strict=True)]
print(f"rows as in the model of rank 0: {same}")
# endregion

assert same == [True, True, False, False]
torch.manual_seed(1)
assert sharded[2:] == torch.nn.Linear(1, 4, bias=False).weight[2:].flatten().tolist()  # shows: rows-own-model
dist.destroy_process_group()
