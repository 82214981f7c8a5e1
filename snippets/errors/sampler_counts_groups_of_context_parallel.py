"""The sampler counts data-parallel ranks alone: both ranks of a context-parallel group read the same sequence.

$ torchrun --nproc-per-node 4 snippets/errors/sampler_counts_groups_of_context_parallel.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()

# region read
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "cp"))
dp, cp = mesh["dp"], mesh["cp"]
texts = [torch.arange(8) + 100 * text for text in range(4)]
sampler = DistributedSampler(texts, dp.size(), dp.get_local_rank(), shuffle=False)  # key line, else: sampler = DistributedSampler(texts, shuffle=False)
sequence = texts[next(iter(sampler))]
part = sequence.chunk(cp.size())[cp.get_local_rank()]
parts = [torch.empty_like(part) for _ in range(cp.size())]
dist.all_gather(parts, part, group=cp.get_group())
print(f"rank {rank}: reads text {sequence[0] // 100}; attention sees {torch.cat(parts).tolist()}")
# endregion

assert torch.equal(torch.cat(parts), texts[rank // 2])  # shows: one-text-for-a-group
dist.destroy_process_group()
