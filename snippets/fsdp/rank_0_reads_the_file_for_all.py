"""Rank 0 alone reads a whole state dict; with broadcast_from_rank0 every rank gets the rows of its shard.

$ torchrun --nproc-per-node 2 snippets/fsdp/rank_0_reads_the_file_for_all.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "with torch.device(\"meta\"):"
# stays = "Without it each rank first fills a whole model of its own, and the file overwrites it."
# ///
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
if rank == 0:
    torch.save({"weight": torch.arange(8.0).view(4, 2)}, "model.pt")

# region load
with torch.device("meta"):
    model = torch.nn.Linear(2, 4, bias=False)
fully_shard(model, mesh=mesh)
state = torch.load("model.pt", mmap=True) if rank == 0 else {}
options = StateDictOptions(
    full_state_dict=True,
    broadcast_from_rank0=True,  # key line -> RuntimeError: model state_dict is empty
)
set_model_state_dict(model, state, options=options)
rows = model.weight.to_local().flatten().tolist()
print(f"rank {rank}: {len(state)} tensors read, weight {rows}")
# endregion

assert rows == [4.0 * rank + n for n in range(4)]
assert len(state) == (rank == 0)
dist.destroy_process_group()
