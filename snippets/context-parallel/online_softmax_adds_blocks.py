"""A softmax can be built block by block: a maximum, a sum and a value for each query, rescaled when the maximum grows.

$ python snippets/context-parallel/online_softmax_adds_blocks.py
"""
import torch

scores, values = torch.tensor([1.0, 3.0, 2.0, 6.0]), torch.tensor([10.0, 20.0, 30.0, 40.0])  # one query, four keys
whole = (scores.softmax(0) * values).sum()

# region blocks
top, total, value = torch.tensor(-torch.inf), torch.tensor(0.0), torch.tensor(0.0)
for score, v in zip(scores.split(2), values.split(2), strict=True):
    new = torch.maximum(top, score.max())
    shrink, weights = (top - new).exp(), (score - new).exp()  # key line, else: shrink, weights = torch.tensor(1.0), (score - new).exp()
    total = total * shrink + weights.sum()
    value, top = value * shrink + (weights * v).sum(), new
    print(f"maximum {top:g}, sum {total:.3f}, output so far {value / total:.2f}")
print(f"whole softmax: {whole:.2f}")
# endregion

assert torch.isclose(value / total, whole)  # shows: as-whole-softmax
assert torch.isclose(top + total.log(), scores.logsumexp(0))  # shows: maximum-and-sum-are-enough
