"""Without map_location every rank loads onto the GPU that rank 0 saved from.

$ torchrun --nproc-per-node 2 snippets/checkpoints/map_location_keeps_ranks_on_their_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import os

import torch
import torch.distributed as dist

device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
torch.cuda.set_device(device)
dist.init_process_group()
rank = dist.get_rank()

# region map
if rank == 0:
    torch.save({"weight": torch.ones(3, device=device)}, "checkpoint.pt")
dist.barrier()
unmapped = torch.load("checkpoint.pt")
print(f"rank {rank}: without map_location on {unmapped['weight'].device}")
state = torch.load("checkpoint.pt", map_location=device)  # key line, else: state = torch.load("checkpoint.pt")
print(f"rank {rank}: with map_location on {state['weight'].device}")
# endregion

assert unmapped["weight"].device == torch.device("cuda", 0)
assert state["weight"].device == device
dist.destroy_process_group()
