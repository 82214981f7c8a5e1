"""Asking for the whole of a sharded model on rank 0 alone hangs: gathering is a collective.

$ torchrun --nproc-per-node 2 snippets/checkpoints/gathering_on_rank_0_alone_hangs.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("shard.full_tensor()", rank=0) and waits("dist.barrier()", rank=1) and not says("rank 0: saved")',
# ]
# timeout = 12
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
model = fully_shard(torch.nn.Linear(4, 4), mesh=init_device_mesh("cpu", (2,)))

# region gather
if rank == 0:
    state = {}
    for name, shard in model.state_dict().items():
        state[name] = shard.full_tensor()  # key line
    torch.save(state, "model.pt")
    print("rank 0: saved")
dist.barrier()
# endregion

dist.destroy_process_group()
