"""With set_device(LOCAL_RANK) each rank computes on a GPU of its own.

$ torchrun --nproc-per-node 2 snippets/errors/local_rank_gives_each_rank_its_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import os

import torch
import torch.distributed as dist

# region wrap
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))  # key line
dist.init_process_group("nccl")
rank = dist.get_rank()
loss = torch.tensor(float(rank), device="cuda")
print(f"rank {rank}: on {loss.device}", flush=True)
dist.all_reduce(loss)
print(f"rank {rank}: sum {loss.item()}")
# endregion

assert loss.item() == 0.0 + 1.0
dist.destroy_process_group()
