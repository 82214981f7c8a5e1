"""Tensor parallel beside a ring: on a mesh of 2 x 2 each rank has half of the heads and half of the tokens.

$ torchrun --nproc-per-node 4 snippets/context-parallel/heads_and_tokens_are_both_split.py
"""
import torch
import torch.distributed as dist
from _attention import sequence, zigzag
from _ring import Ring, sent
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank = dist.get_rank()
whole = sequence(heads=4, kv_heads=2)
expected = torch.nn.functional.scaled_dot_product_attention(*whole, is_causal=True)

# region split
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("cp", "tp"))
cp, tp = mesh.get_coordinate()
at = zigzag(16, 2)
q, k, v = (tensor[tp : tp + 1, :, at[cp]] for tensor in whole)  # one key head with its query heads
y = Ring.apply(q, k, v, at, None, mesh.get_group("cp"))  # key line, else: y = Ring.apply(q, k, v, at, None, mesh.get_group("tp"))
print(f"rank {rank}: key head {tp}, positions {at[cp].tolist()}, sent {sent[0]} B of its heads")
# endregion

assert torch.allclose(y, expected[tp : tp + 1, :, at[cp]], atol=1e-6)  # shows: both-as-one-process
assert sent == [2 * 1 * 8 * 4 * 4]  # shows: half-of-heads-sent
dist.barrier()
dist.destroy_process_group()
