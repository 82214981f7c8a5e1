"""Called through its module, attention is the patched one inside context_parallel, and the plain one behind it.

$ torchrun --nproc-per-node 2 snippets/errors/attention_is_looked_up_at_the_call.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel
from torch.nn import functional

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))
q, k, v = (torch.randn(1, 2, 16, 8) for _ in range(3))
plain = functional.scaled_dot_product_attention


# region call
def attention():
    return functional.scaled_dot_product_attention  # key line, else: return plain


with context_parallel(mesh, buffers=[q, k, v], buffer_seq_dims=[2, 2, 2]):
    inside = attention() is not plain
behind = attention() is not plain
print(f"rank {rank}: patched inside {inside}, behind {behind}")
# endregion

assert inside and not behind  # shows: patched-inside-alone
dist.destroy_process_group()
