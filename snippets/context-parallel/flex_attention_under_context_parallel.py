"""torch's plan for FlexAttention runs on a CPU: each rank has its queries, all keys are gathered, and the output is that of one.

$ torchrun --nproc-per-node 2 snippets/context-parallel/flex_attention_under_context_parallel.py
"""
import sys

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import _attention as cp
from torch.distributed.tensor.parallel import parallelize_module
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))
torch.manual_seed(0)
q, k, v = torch.randn(3, 1, 2, 512, 16)


class Attention(torch.nn.Module):
    def forward(self, q, k, v, block_mask=None):
        return flex_attention(q, k, v, block_mask=block_mask)


home = sys.modules[cp._ContextParallel.__module__]  # the file that defines it, whichever it is in this version
home._compiled_create_block_mask = create_block_mask  # to compile it takes 20 seconds, and the mask is the same
attend = Attention()
mask = create_block_mask(lambda b, h, query, key: query >= key, 1, 1, 512, 512, device="cpu")
alone = attend(q, k, v, block_mask=mask)

# region flex
plan = cp._ContextParallel(seq_dim=2, attention_type=cp._ContextParallel.AttentionType.FLEX)
parallelize_module(attend, mesh, plan)
balance = cp._HeadTailLoadBalancer(512, ranks, "cpu")
*mine, my_mask = cp._context_parallel_shard(mesh, [q, k, v, mask], [2, 2, 2, 2], balance)  # key line, else: *mine, my_mask = cp._context_parallel_shard(mesh, [q, k, v, mask], [2, 2, 2, 2])
y = attend(*mine, block_mask=my_mask)
(whole,) = cp.context_parallel_unshard(mesh, [y], [2], balance)
print(f"rank {rank}: {tuple(y.shape)} of {tuple(alone.shape)}, off by {(whole - alone).abs().max():.1f}")
# endregion

assert torch.allclose(whole, alone, atol=1e-5)  # shows: flex-as-one-process
assert y.shape == (1, 2, 256, 16)  # shows: half-of-queries
dist.destroy_process_group()
