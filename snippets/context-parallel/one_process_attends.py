"""One process attends over 16 tokens, and holds the keys and values of all.

$ python snippets/context-parallel/one_process_attends.py
"""
import torch
from _attention import Softmax, sequence

rank, ranks, met = 0, 1, [0]
q, k, v = sequence()

# region attend
at = torch.arange(16).chunk(ranks)
mine = at[rank]
kv, part = torch.stack([k, v]), Softmax(q)
part.add(kv, mine, mine)  # key line
y = part.result()
print(f"rank {rank}: positions {mine[0]} to {mine[-1]}, {kv.nbytes} B of keys and values, met {met}")
# endregion

whole = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
assert torch.allclose(y, whole, atol=1e-6)  # shows: as-torch
assert kv.nbytes == 2 * 2 * 16 * 4 * 4
