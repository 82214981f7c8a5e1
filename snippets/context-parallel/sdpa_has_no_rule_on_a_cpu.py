"""context_parallel patches scaled_dot_product_attention. On a CPU the patched call fails: that kernel has no rule for parts.

$ torchrun --nproc-per-node 2 snippets/context-parallel/sdpa_has_no_rule_on_a_cpu.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: Operator aten._scaled_dot_product_flash_attention_for_cpu.default does not have"
# asserts = [
#   '''raises("NotImplementedError: Operator aten._scaled_dot_product_flash_attention_for_cpu",
#      at="scaled_dot_product_attention") and says("of q inside (1, 2, 8, 8)")''',
# ]
# ///
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

# region sdpa
with context_parallel(mesh, buffers=[q, k, v], buffer_seq_dims=[2, 2, 2]):  # key line, else: if True:
    print(f"rank {rank}: of q inside {tuple(q.shape)}")
    y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    print(f"rank {rank}: y {tuple(y.shape)}")
# endregion

dist.destroy_process_group()
