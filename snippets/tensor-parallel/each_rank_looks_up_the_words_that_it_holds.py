"""An embedding split by vocabulary: a rank looks up the tokens that it has, others give zero, and an all-reduce fills the rest.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/each_rank_looks_up_the_words_that_it_holds.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate
from torch.distributed.tensor.parallel import RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
table = torch.arange(1.0, 9.0).view(8, 1)  # token 5 has the value 6
tokens = torch.tensor([0, 5, 2, 7])

# region look
first, count = rank * len(table) // ranks, len(table) // ranks
rows = table[first : first + count]
mine = (tokens >= first) & (tokens < first + count)
found = rows[(tokens - first).where(mine, 0)]
found = found * mine[:, None]  # key line, else: pass
print(f"rank {rank}: rows {first} to {first + count - 1}, found {found[:, 0].tolist()}")
dist.all_reduce(found)
print(f"rank {rank}: together {found[:, 0].tolist()}")
# endregion

assert torch.equal(found, table[tokens])  # shows: together-as-one-process
mesh, layer = init_device_mesh("cpu", (ranks,)), torch.nn.Embedding.from_pretrained(table)
layer = parallelize_module(torch.nn.Sequential(layer), mesh, {"0": RowwiseParallel(input_layouts=Replicate())})
assert torch.equal(layer(tokens), table[tokens])  # shows: rowwise-the-same
assert layer[0].weight.to_local().shape == (4, 1)  # shows: half-of-rows
dist.destroy_process_group()
