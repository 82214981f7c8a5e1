"""A group that names a backend for GPUs alone refuses a tensor on the CPU.

$ torchrun --nproc-per-node 2 snippets/errors/group_without_a_cpu_backend_refuses_cpu_tensors.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: No backend type associated with device type cpu"
# asserts = [
#   'raises("RuntimeError: No backend type associated with device type cpu", at="dist.all_reduce(count)")',
# ]
# ///
import torch
import torch.distributed as dist

# region count
dist.init_process_group("cuda:gloo")  # key line, else: dist.init_process_group("cpu:gloo,cuda:gloo")
count = torch.tensor(32)  # samples of this rank, on the CPU
dist.all_reduce(count)
print(f"{count.item()} samples on {count.device}")
# endregion

dist.destroy_process_group()
