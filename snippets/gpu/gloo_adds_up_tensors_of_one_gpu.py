"""Gloo takes tensors of four ranks that share one device: it adds them up on the host.

$ torchrun --nproc-per-node 4 snippets/gpu/gloo_adds_up_tensors_of_one_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
import torch.distributed as dist

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
dist.init_process_group("gloo")  # NCCL refuses two ranks on one GPU
rank = dist.get_rank()

# region sum
value = torch.tensor([rank + 1.0], device=device)
dist.all_reduce(value)  # key line
print(f"rank {rank}: {value.item()} on {value.device}")
# endregion

assert value.item() == 1 + 2 + 3 + 4
assert value.device == device
dist.destroy_process_group()
