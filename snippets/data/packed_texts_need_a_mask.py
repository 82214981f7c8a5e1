"""Two texts packed into one sequence: a causal mask alone lets the second one see the first.

$ python snippets/data/packed_texts_need_a_mask.py
"""
import torch
from torch.nn.functional import scaled_dot_product_attention as attention

torch.manual_seed(0)
query, key, value = torch.randn(3, 1, 1, 8, 16)  # 3 tokens of one text, 5 of the next
texts = [[tensor[..., part, :] for tensor in (query, key, value)] for part in (slice(3), slice(3, 8))]
alone = [attention(*one, is_causal=True) for one in texts]

# region mask
text = torch.tensor([0, 0, 0, 1, 1, 1, 1, 1])
causal = torch.ones(8, 8, dtype=torch.bool).tril()
same = causal & (text[:, None] == text)  # key line, else: same = causal
for name, mask in {"causal": causal, "causal within a text": same}.items():
    packed = attention(query, key, value, attn_mask=mask)
    off = (packed - torch.cat(alone, 2)).abs().amax((0, 1, 3))
    print(f"{name}: first text off by {off[:3].max():.2f}, second by {off[3:].max():.2f}")
# endregion

assert off.max() < 1e-6
leaked = (attention(query, key, value, attn_mask=causal) - torch.cat(alone, 2)).abs().amax((0, 1, 3))
assert leaked[3:].min() > 0.01  # shows: second
assert leaked[:3].max() < 1e-6  # refutes: first
assert (leaked > 1e-6).tolist() != [True] * 8  # refutes: both
