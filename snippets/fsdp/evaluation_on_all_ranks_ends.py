"""All ranks evaluate, each on its share of the samples, and one all-reduce adds what they found.

$ torchrun --nproc-per-node 2 snippets/fsdp/evaluation_on_all_ranks_ends.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "model(torch.ones(1, 4)).sum().backward()"
# stays = "Training goes on before and after an evaluation."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
torch.manual_seed(0)
model, samples = torch.nn.Linear(4, 1, bias=False), torch.randn(6, 4)
alone = (model(samples) > 0).sum().item()
fully_shard(model, mesh=mesh)

# region evaluate
model(torch.ones(1, 4)).sum().backward()
with torch.no_grad():
    mine = samples[rank::world_size]
    found = (model(mine) > 0).sum()
dist.all_reduce(found)  # key line
print(f"positive: {found.item()} of {len(samples)}")
dist.barrier()
# endregion

assert found == alone  # shows: ranks-evaluate-share
dist.destroy_process_group()
