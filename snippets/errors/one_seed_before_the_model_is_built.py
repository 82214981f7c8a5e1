"""With one seed while the model is built, the shards are pieces of one model; the seed of each rank comes after.

$ torchrun --nproc-per-node 2 snippets/errors/one_seed_before_the_model_is_built.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region seed
torch.manual_seed(0)  # key line, else: torch.manual_seed(rank)
model = torch.nn.Linear(2, 4, bias=False)
built = model.weight.detach().clone()
fully_shard(model, mesh=mesh)
torch.manual_seed(rank)  # for dropout and augmentation
whole = model.weight.full_tensor()
print("rows as built here:", (whole == built).all(1).tolist())
# endregion

torch.manual_seed(0)
assert torch.equal(whole, torch.nn.Linear(2, 4, bias=False).weight)
dist.destroy_process_group()
