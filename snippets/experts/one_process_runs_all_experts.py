"""One process holds all experts: each token goes through the two that its router picks, and is their weighted sum.

$ python snippets/experts/one_process_runs_all_experts.py
"""
import torch
from _layer import expert, one_process, route, tensors

x, router, up, down = tensors()

# region layer
weight, chosen = route(x, router)  # two of four experts for each token
y = torch.zeros_like(x)
for number in range(4):
    token, place = (chosen == number).nonzero(as_tuple=True)
    out = expert(x[token], up[number], down[number])
    y.index_add_(0, token, weight[token, place, None] * out)  # key line, else: y.index_add_(0, token, out)
# endregion

counts = chosen.flatten().bincount(minlength=4).tolist()
print(f"tokens of each expert {counts}, holds {up.nbytes + down.nbytes} B of experts")

by_token = [
    sum(w * expert(token, up[e], down[e]) for w, e in zip(*pair, strict=True))
    for token, *pair in zip(x, weight, chosen, strict=True)
]
assert torch.allclose(y, torch.stack(by_token), atol=1e-5)  # shows: weighted-sum
assert torch.allclose(y, one_process(x, router, up, down), atol=1e-6)
assert sum(counts) == 2 * len(x)  # shows: two-for-each-token
