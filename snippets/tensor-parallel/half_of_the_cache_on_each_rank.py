"""Greedy generation with the key and value cache split by heads: the tokens of one process, from half of its cache.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/half_of_the_cache_on_each_rank.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, block_and_input
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
torch.manual_seed(1)
words, head = torch.randn(2, 32, 16)


# region generate
@torch.no_grad()
def generate(block, heads, token=3, steps=10):
    block.attention.cache, told = list(torch.zeros(2, 1, heads, 0, 4)), []
    for _ in range(steps):
        y = block(words[token].view(1, 1, 16))
        token = (head @ y[0, 0]).argmax().item()  # equal on all ranks, because y is
        told.append(token)
    return told, sum(part.nbytes for part in block.attention.cache)


alone, whole = generate(block_and_input()[0], heads=2)
block = parallelize_module(block_and_input()[0], mesh, PLAN)  # key line, else: block = block_and_input(kv_heads=1)[0]
told, held = generate(block, heads=2 // ranks)
print(f"tokens {told}, cache {held} B; alone {alone}, {whole} B")
# endregion

assert told == alone and len(set(told)) > 2  # shows: same-tokens
assert held * ranks == whole  # shows: half-of-cache
dist.destroy_process_group()
