"""A sampler that counts all ranks gives each rank of a context-parallel group its own sequence: parts of two make one.

$ torchrun --nproc-per-node 2 snippets/errors/context_parallel_ranks_read_different_sequences.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()  # all of them are one group of cp

# region read
texts = [torch.arange(8) + 100 * text for text in range(4)]
sampler = DistributedSampler(texts, shuffle=False)  # key line, else: sampler = DistributedSampler(texts, 1, 0, shuffle=False)
sequence = texts[next(iter(sampler))]
part = sequence.chunk(ranks)[rank]
parts = [torch.empty_like(part) for _ in range(ranks)]
dist.all_gather(parts, part)  # in place of the keys
print(f"rank {rank}: reads text {sequence[0] // 100}; attention sees {torch.cat(parts).tolist()}")
# endregion

assert torch.cat(parts).tolist() == [0, 1, 2, 3, 104, 105, 106, 107]  # shows: parts-of-two-texts
dist.destroy_process_group()
