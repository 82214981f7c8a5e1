"""If shards have replicas, unequal seeds give replicas that differ, and training does not bring them together.

$ torchrun --nproc-per-node 4 snippets/errors/replicas_of_hsdp_start_unequal.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("replicate", "shard"))
x = torch.ones(1, 2)

# region seed
torch.manual_seed(rank)  # key line, else: torch.manual_seed(0)
model = torch.nn.Linear(2, 4, bias=False)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    model(x).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
output = model(x).sum()
print(f"rank {rank}: output {output.item():.4g}")
# endregion

outputs = [torch.zeros(()) for _ in range(4)]
dist.all_gather(outputs, output.detach())
assert outputs[0] == outputs[1] and outputs[2] == outputs[3]
assert outputs[0] != outputs[2]
dist.destroy_process_group()
