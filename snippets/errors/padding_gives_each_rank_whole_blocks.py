"""Padded to a multiple of ranks times 128, 384 tokens are 512, and each of 2 ranks has 256; the padding has no labels.

$ torchrun --nproc-per-node 2 snippets/errors/padding_gives_each_rank_whole_blocks.py
"""
import sys

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import _attention as cp
from torch.nn.attention.flex_attention import create_block_mask
from torch.nn.functional import pad

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))
home = sys.modules[cp._ContextParallel.__module__]  # the file that defines it, whichever it is in this version
home._compiled_create_block_mask = create_block_mask  # to compile it takes 20 seconds, and the mask is the same

# region pad
tokens, labels = torch.zeros(1, 384, dtype=torch.int64), torch.ones(1, 384, dtype=torch.int64)
more = -tokens.shape[1] % (ranks * 128)  # key line, else: more = 128 if rank else 384
tokens, labels = pad(tokens, (0, more)), pad(labels, (0, more), value=-100)
length = tokens.shape[1]
mask = create_block_mask(lambda b, h, query, key: query >= key, 1, 1, length, length, device="cpu")
mine, my_labels, my_mask = cp._context_parallel_shard(mesh, [tokens, labels, mask], [1, 1, 2])
print(f"rank {rank}: {mine.shape[1]} of {length} tokens, {int((my_labels != -100).sum())} labels")
# endregion

counted = (my_labels != -100).sum()
dist.all_reduce(counted)
assert mine.shape[1] == 256  # shows: half-of-512
assert counted == 384  # shows: padding-has-no-labels
dist.destroy_process_group()
