"""fully_shard sends nothing: each rank keeps its rows of its own model, and the whole is a mixture.

$ torchrun --nproc-per-node 2 snippets/errors/unequal_seeds_shard_pieces_of_two_models.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region seed
torch.manual_seed(rank)  # key line, else: torch.manual_seed(0)
model = torch.nn.Linear(2, 4, bias=False)
built = model.weight.detach().clone()
fully_shard(model, mesh=mesh)
whole = model.weight.full_tensor()
print(f"rank {rank}: rows as built here", (whole == built).all(1).tolist())
# endregion

pieces = []
for seed in range(2):
    torch.manual_seed(seed)
    pieces.append(torch.nn.Linear(2, 4, bias=False).weight.chunk(2)[seed])
assert torch.equal(whole, torch.cat(pieces))
assert not torch.equal(whole, built)
dist.destroy_process_group()
