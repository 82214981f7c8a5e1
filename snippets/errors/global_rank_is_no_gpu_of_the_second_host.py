"""On the second host the rank of all hosts is more than its GPUs, and set_device refuses it.

$ torchrun --nnodes 2 --nproc-per-node 1 --rdzv-backend c10d --rdzv-endpoint node0:29518 \
    snippets/errors/global_rank_is_no_gpu_of_the_second_host.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "AcceleratorError: CUDA error: invalid device ordinal"
# asserts = [
#   '''(says("rank 0: GPU 0 of 1")
#      and raises("AcceleratorError: CUDA error: invalid device ordinal", rank=1, at="set_device"))''',
# ]
# ///
import torch
import torch.distributed as dist

# region device
dist.init_process_group("gloo")
rank = dist.get_rank()
torch.cuda.set_device(rank)  # key line, else: torch.cuda.set_device(0)
print(f"rank {rank}: GPU {torch.cuda.current_device()} of {torch.cuda.device_count()}", flush=True)
# endregion

dist.destroy_process_group()
