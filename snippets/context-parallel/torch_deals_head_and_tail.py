"""Inside context_parallel the buffers are a part of the tokens, from head and tail; behind it they are whole again.

$ torchrun --nproc-per-node 2 snippets/context-parallel/torch_deals_head_and_tail.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))

inside, behind = {}, {}

# region deal
for tokens in (16, 14):
    positions, x = torch.arange(tokens), torch.zeros(1, tokens, 8)
    with context_parallel(mesh, buffers=[positions, x], buffer_seq_dims=[0, 1]):  # key line, else: if True:
        inside[tokens] = positions.tolist()
        print(f"rank {rank}: of {tokens} tokens {inside[tokens]}, x {tuple(x.shape)}")
    behind[tokens] = positions.tolist()
# endregion

assert behind == {tokens: list(range(tokens)) for tokens in (16, 14)}  # shows: whole-again
assert inside[16] == [[0, 1, 2, 3, 12, 13, 14, 15], [4, 5, 6, 7, 8, 9, 10, 11]][rank]  # shows: head-and-tail
assert inside[14] == list(range(7 * rank, 7 * rank + 7))  # shows: contiguous-where-four-does-not-divide
dist.destroy_process_group()
