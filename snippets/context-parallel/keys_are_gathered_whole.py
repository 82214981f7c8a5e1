"""As in Llama 3, one all-gather gives each rank all keys and values; a reduce-scatter brings their gradients home.

$ torchrun --nproc-per-node 4 snippets/context-parallel/keys_are_gathered_whole.py
"""
import torch
import torch.distributed as dist
from _attention import scores, sequence, zigzag

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = [tensor.requires_grad_() for tensor in sequence()]
expected = torch.nn.functional.scaled_dot_product_attention(*whole, is_causal=True)
expected.square().sum().backward()
at = zigzag(16, ranks)
mine, everyone = at[rank], torch.cat(at)
q, k, v = (tensor.detach()[:, :, mine] for tensor in whole)

# region gather
kv = torch.stack([k, v])
parts = [torch.empty_like(kv) for _ in range(ranks)]
dist.all_gather(parts, kv)  # key line
all_kv = torch.cat(parts, dim=-2).requires_grad_()
y = scores(q, all_kv[0], mine, everyone).softmax(-1) @ all_kv[1]  # one softmax, by positions
y.square().sum().backward()
dkv = torch.empty_like(kv)
dist.reduce_scatter(dkv, [part.contiguous() for part in all_kv.grad.chunk(ranks, dim=-2)])
print(f"rank {rank}: positions {mine.tolist()}, {kv.nbytes} B its own, {all_kv.nbytes} B held in attention")
# endregion

assert torch.allclose(y, expected[:, :, mine], atol=1e-6)  # shows: gathered-as-one-process
for found, tensor in zip(dkv, whole[1:], strict=True):
    assert torch.allclose(found, tensor.grad[:, :, mine], atol=1e-4)  # shows: gradients-come-home
assert all_kv.nbytes == ranks * kv.nbytes  # shows: all-keys-for-a-moment
dist.destroy_process_group()
