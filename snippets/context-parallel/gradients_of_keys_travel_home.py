"""In the backward, gradients of keys and values travel with them: after 4 steps each is home, and is that of one process.

$ torchrun --nproc-per-node 4 snippets/context-parallel/gradients_of_keys_travel_home.py
"""
import torch
import torch.distributed as dist
from _attention import Softmax, scores, sequence
from _ring import pass_on, sent

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = [tensor.requires_grad_() for tensor in sequence()]
torch.nn.functional.scaled_dot_product_attention(*whole, is_causal=True).square().sum().backward()
at = torch.arange(16).chunk(ranks)
mine = at[rank]
q, k, v = (tensor.detach()[:, :, mine] for tensor in whole)
kv, part = torch.stack([k, v]), Softmax(q)
for step in range(ranks):  # the forward
    part.add(kv, mine, at[(rank - step) % ranks])
    kv = pass_on(kv)
y, lse = part.result(), part.logsumexp()
slope, dq, dkv = 2 * y, torch.zeros_like(q), torch.zeros_like(kv)  # of the sum of squares
sent.clear()

# region backward
for step in range(ranks):
    weights = (scores(q, kv[0], mine, at[(rank - step) % ranks]) - lse).exp()  # once more, not kept
    inner = weights * (slope @ kv[1].mT - (slope * y).sum(-1, keepdim=True)) / 2  # the root of size 4
    dq += inner @ kv[0]
    dkv += torch.stack([inner.mT @ q, weights.mT @ slope])
    if step < ranks - 1:
        kv = pass_on(kv)
    dkv = pass_on(dkv)  # key line
print(f"rank {rank}: {len(sent)} sends in the backward, gradient of its keys {dkv[0].norm():.3f}")
# endregion

for found, tensor in zip((dq, dkv[0], dkv[1]), whole, strict=True):
    assert torch.allclose(found, tensor.grad[:, :, mine], atol=1e-4)  # shows: gradients-as-one-process
assert len(sent) == ranks - 1 + ranks  # shows: seven-sends
dist.barrier()
dist.destroy_process_group()
