"""Under fully_shard the norm of a rank's own shard is too small; clip_grad_norm_ knows that of the whole gradient.

$ torchrun --nproc-per-node 2 snippets/large-models/norm_of_a_shard_is_not_the_norm.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
model = torch.nn.Linear(4, 4, bias=False)

# region clip
fully_shard(model, mesh=mesh)  # key line, else: fully_shard(model, mesh=init_device_mesh("cpu", (world_size, 1), mesh_dim_names=("a", "b")))
model(torch.full((1, 4), 3.0)).sum().backward()  # 16 gradients, each 3
own = model.weight.grad.to_local().norm()
norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=6.0)
after = model.weight.grad.full_tensor().norm()
print(f"rank {rank}: own shard {own:.4g}, clip_grad_norm_ {norm.full_tensor():.4g}, after it {after:.4g}")
# endregion

torch.testing.assert_close(norm.full_tensor().item(), 12.0)
torch.testing.assert_close(own.item() ** 2, 12.0**2 / world_size)
torch.testing.assert_close(after.item(), 6.0)
dist.destroy_process_group()
