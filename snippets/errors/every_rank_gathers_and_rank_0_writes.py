"""All ranks gather each parameter, rank 0 keeps and writes them, and the file holds the whole model.

$ torchrun --nproc-per-node 2 snippets/errors/every_rank_gathers_and_rank_0_writes.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
alone = torch.nn.Linear(4, 4).state_dict()
torch.manual_seed(0)
model = fully_shard(torch.nn.Linear(4, 4), mesh=init_device_mesh("cpu", (2,)))

# region gather
state = {}
for name, shard in model.state_dict().items():
    whole = shard.full_tensor()  # key line, else: whole = shard.to_local()
    if rank == 0:
        state[name] = whole
if state:  # only on rank 0
    torch.save(state, "model.pt")
    print("rank 0: saved")
dist.barrier()
# endregion

written = torch.load("model.pt")
assert all(torch.equal(written[name], alone[name]) for name in alone)
dist.destroy_process_group()
