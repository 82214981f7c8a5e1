"""Rank 0 asks for the distances of all samples to all: 256 TB of the host's memory, and the system refuses.

$ torchrun --nproc-per-node 2 snippets/errors/all_distances_at_once_do_not_fit.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [enforce fail at alloc_cpu.cpp"
# asserts = [
#   '''(raises("RuntimeError: [enforce fail at alloc_cpu.cpp", rank=0, at="torch.cdist(samples, samples)")
#      and complains("DefaultCPUAllocator: can't allocate memory: you tried to allocate 256000000000000", rank=0))''',
# ]
# log = true
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
samples = torch.arange(8_000_000.0)[:, None]  # [8000000, 1]

# region nearest
if rank == 0:  # evaluates
    distances = torch.cdist(samples, samples)  # key line, else: distances = torch.cdist(samples[:2], samples)
    print(f"rank 0: the nearest of sample 1 is {distances[1].topk(2, largest=False).indices[1].item()}")
dist.barrier()
# endregion

dist.destroy_process_group()
