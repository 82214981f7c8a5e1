"""A group with a backend for each device takes tensors on the CPU too.

$ torchrun --nproc-per-node 2 snippets/errors/backend_for_each_device_takes_cpu_tensors.py
"""
import torch
import torch.distributed as dist

# region count
dist.init_process_group("cpu:gloo,cuda:gloo")  # key line, else: dist.init_process_group("cuda:gloo") -> RuntimeError: No backend type
count = torch.tensor(32)  # samples of this rank, on the CPU
dist.all_reduce(count)
print(f"{count.item()} samples on {count.device}")
# endregion

assert count.item() == 2 * 32
dist.destroy_process_group()
