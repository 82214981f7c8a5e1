"""Attention that was imported by its name is not the one that context_parallel patches: each rank attends to its own tokens.

$ torchrun --nproc-per-node 2 snippets/errors/attention_imported_by_name_is_not_patched.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel
from torch.nn import functional

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))
torch.manual_seed(0)
q, k, v = (torch.randn(1, 2, 16, 8) for _ in range(3))
at = [[0, 1, 2, 3, 12, 13, 14, 15], [4, 5, 6, 7, 8, 9, 10, 11]][rank]
whole = functional.scaled_dot_product_attention(q, k, v, is_causal=True)[:, :, at]

# region call
from torch.nn.functional import scaled_dot_product_attention  # noqa: E402

with context_parallel(mesh, buffers=[q, k, v], buffer_seq_dims=[2, 2, 2]):
    patched = scaled_dot_product_attention is functional.scaled_dot_product_attention  # key line, else: patched = True
    y = scaled_dot_product_attention(q, k, v, is_causal=True)
off = (y - whole).abs().amax((0, 1, 3))
print(f"rank {rank}: patched {patched}, {int((off > 1e-5).sum())} of {len(at)} tokens are wrong")
# endregion

assert not patched and (off > 1e-5).sum() >= 4  # shows: not-patched-and-wrong
dist.destroy_process_group()
