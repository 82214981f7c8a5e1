"""Each rank puts its tensor on a device of its own, and all_reduce adds them up.

$ torchrun --nproc-per-node 2 snippets/gpu/each_rank_adds_from_its_own_device.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import os

import torch
import torch.distributed as dist

# region sum
if torch.cuda.is_available():
    device, backend = torch.device("cuda", int(os.environ["LOCAL_RANK"])), "nccl"
    torch.cuda.set_device(device)
else:
    device, backend = torch.device("cpu"), "gloo"
dist.init_process_group(backend)
rank, world_size = dist.get_rank(), dist.get_world_size()
value = torch.tensor([rank + 1.0], device=device)
dist.all_reduce(value)  # key line
print(f"rank {rank}: {value.item()} on {value.device}")
# endregion

assert value.item() == world_size * (world_size + 1) / 2
dist.destroy_process_group()
