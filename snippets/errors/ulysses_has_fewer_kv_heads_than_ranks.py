"""Ulysses over 4 ranks with two key heads: there is no head for each rank, and the split into parts fails.

$ torchrun --nproc-per-node 4 snippets/errors/ulysses_has_fewer_kv_heads_than_ranks.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: unflatten: Provided sizes [4, -1] don't multiply up to the size of dim 0 (2)"
# asserts = ['raises("RuntimeError: unflatten: Provided sizes [4, -1]", at="unflatten") and says("2 heads")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()

# region trade
kv_heads = 2  # key line, else: kv_heads = 4
k = torch.randn(kv_heads, 4, 8)  # heads, its tokens, size
print(f"rank {rank}: {len(k)} heads for {ranks} ranks")
parts = k.unflatten(0, (ranks, -1))  # a part of the heads for each rank
came = torch.empty_like(parts)
dist.all_to_all_single(came, parts.contiguous())
print(f"rank {rank}: {len(k) // ranks} head, {came.shape[0] * came.shape[2]} tokens")
# endregion

dist.destroy_process_group()
