"""memory_allocated counts what this process holds, not what the GPU holds.

$ torchrun --nproc-per-node 2 snippets/gpu/each_rank_counts_its_own_memory.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.cuda.set_device(0)  # both ranks
before = torch.cuda.memory_allocated()

# region count
share = torch.empty((rank + 1) * 2**26, dtype=torch.uint8, device="cuda")  # key line, else: share = torch.empty(0)
dist.barrier()  # now both have theirs
mine = torch.cuda.memory_allocated() - before
free, total = torch.cuda.mem_get_info()
more = total - free > mine
print(f"rank {rank}: {mine // 2**20} MiB are mine, the GPU holds more: {more}")
# endregion

assert mine == (rank + 1) * 2**26
assert total - free >= 3 * 2**26  # of both ranks, and of their CUDA contexts
dist.barrier()
dist.destroy_process_group()
