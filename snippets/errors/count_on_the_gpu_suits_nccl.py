"""A tensor made on the GPU goes through NCCL.

$ torchrun --nproc-per-node 1 snippets/errors/count_on_the_gpu_suits_nccl.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch
import torch.distributed as dist

torch.cuda.set_device(0)

# region count
dist.init_process_group("nccl")
count = torch.tensor(32, device="cuda")  # key line, else: count = torch.tensor(32) -> RuntimeError: No backend type associated
dist.all_reduce(count)
print(f"{count.item()} samples")
# endregion

assert count.item() == 32
dist.destroy_process_group()
