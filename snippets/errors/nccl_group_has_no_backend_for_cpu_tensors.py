"""A group with the NCCL backend alone refuses a tensor on the CPU.

$ torchrun --nproc-per-node 1 snippets/errors/nccl_group_has_no_backend_for_cpu_tensors.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "RuntimeError: No backend type associated with device type cpu"
# asserts = [
#   'raises("RuntimeError: No backend type associated with device type cpu", at="dist.all_reduce(count)")',
# ]
# ///
import torch
import torch.distributed as dist

torch.cuda.set_device(0)

# region count
dist.init_process_group("nccl")
count = torch.tensor(32)  # key line, else: count = torch.tensor(32, device="cuda")
dist.all_reduce(count)
print(f"{count.item()} samples")
# endregion

dist.destroy_process_group()
