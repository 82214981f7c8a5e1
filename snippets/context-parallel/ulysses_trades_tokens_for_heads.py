"""Ulysses: an all-to-all turns a quarter of the tokens of 4 heads into all tokens of one head, and another one turns it back.

$ torchrun --nproc-per-node 4 snippets/context-parallel/ulysses_trades_tokens_for_heads.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import scaled_dot_product_attention

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
whole = torch.randn(3, 4, 16, 8)  # q, k, v; heads, tokens, size
expected = scaled_dot_product_attention(*whole, is_causal=True)
mine = whole.chunk(ranks, dim=2)[rank]


# region trade
def trade(tensor, given, taken):
    """Cut one dimension over the ranks, and put the other together."""
    parts = torch.stack(tensor.chunk(ranks, dim=given))
    came = torch.empty_like(parts)
    dist.all_to_all_single(came, parts)  # key line
    return torch.cat(came.unbind(), dim=taken)


q, k, v = trade(mine, given=1, taken=2)  # heads away, tokens here
y = trade(scaled_dot_product_attention(q, k, v, is_causal=True), given=1, taken=0)
print(f"rank {rank}: {tuple(mine[0].shape)} of q before, {tuple(q.shape)} in attention, {tuple(y.shape)} of y behind")
# endregion

assert torch.equal(q, whole[0, rank : rank + 1])  # shows: all-tokens-of-one-head
assert torch.allclose(y, expected.chunk(ranks, dim=1)[rank], atol=1e-6)  # shows: ulysses-as-one-process
assert y.shape == (4, 4, 8)  # shows: own-tokens-of-all-heads
dist.destroy_process_group()
