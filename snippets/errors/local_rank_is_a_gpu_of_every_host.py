"""LOCAL_RANK counts within each host, so it is the number of a GPU on all of them.

$ torchrun --nnodes 2 --nproc-per-node 1 --rdzv-backend c10d --rdzv-endpoint node0:29519 \
    snippets/errors/local_rank_is_a_gpu_of_every_host.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import os

import torch
import torch.distributed as dist

# region device
dist.init_process_group("gloo")
rank, local_rank = dist.get_rank(), int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)  # key line, else: torch.cuda.set_device(rank) -> AcceleratorError: CUDA error: invalid device ordinal
print(f"rank {rank}: GPU {torch.cuda.current_device()} of {torch.cuda.device_count()}", flush=True)
# endregion

assert torch.cuda.current_device() == 0
dist.destroy_process_group()
