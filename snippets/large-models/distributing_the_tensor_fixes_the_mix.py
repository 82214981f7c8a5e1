"""Shard the plain tensor like the parameter, and arithmetic on both gives the value of one process.

$ torchrun --nproc-per-node 2 snippets/large-models/distributing_the_tensor_fixes_the_mix.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import distribute_tensor

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)
model = torch.nn.Linear(4, 4, bias=False)
mask = torch.ones(4, 4).tril()
alone = (model.weight * mask).sum().item()

plain = mask

# region right
fully_shard(model, mesh=mesh)
mask = distribute_tensor(mask, mesh, model.weight.placements)  # key line -> RuntimeError: aten.mul.Tensor got mixed
penalty = (model.weight * mask).sum().full_tensor()  # summed over the ranks
print(f"penalty {penalty.item():.4f}, in one process {alone:.4f}")
# endregion

assert abs(penalty.item() - alone) < 1e-6
assert abs(penalty.item() - alone) < 1e-6  # shows: shard-mask-full-tensor-sum
local = model.weight.to_local()
message = ""
try:
    local * plain
except RuntimeError as error:
    message = str(error)
assert "must match" in message  # 2 rows meet 4  # refutes: leave-mask-as
part = (local * plain.chunk(2)[dist.get_rank()]).sum().item()
assert abs(part - alone) > 0.01  # refutes: only-this-rows
with torch.profiler.profile() as profile:
    model.weight.full_tensor()
names = " ".join(event.name for event in profile.events())
assert "allgather" in names  # all ranks must call it  # refutes: rank-0-only
dist.destroy_process_group()
