"""Softmax over all experts leaves the chosen weights below one; divided by their sum they are the softmax over the chosen alone.

$ python snippets/experts/softmax_before_or_after_the_choice.py
"""
import torch

# region weights
scores = torch.tensor([2.0, 1.0, 0.0, -1.0])  # of one token, for four experts
before, chosen = scores.softmax(-1).topk(2)  # softmax, then the choice
divided = before / before.sum()  # key line, else: divided = before
after = scores.topk(2).values.softmax(-1)  # the choice, then softmax
for name, weight in (("before", before), ("before, divided", divided), ("after", after)):
    told = ", ".join(f"{one:.2f}" for one in weight.tolist())
    print(f"softmax {name}: experts {chosen.tolist()}, weights {told}, sum {weight.sum():.2f}")
# endregion

assert before.sum() < 0.95  # shows: before-below-one
assert torch.allclose(divided, after)  # shows: divided-as-after
