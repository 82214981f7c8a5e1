"""Micro-batches with 1 and 7 tokens: halved means give 2.0 where the mean over the 8 tokens is 3.5.

$ python snippets/batch-size/micro_batches_of_unequal_tokens_miss_the_mean.py
"""
import torch

# region tokens
weight = torch.zeros(1, requires_grad=True)
micro_batches = [torch.tensor([0.0]), torch.full((7,), 4.0)]  # 1 token, 7 tokens
for tokens in micro_batches:
    (weight * tokens).mean().div(2).backward()
halved = weight.grad.item()

weight.grad = None
total = sum(len(tokens) for tokens in micro_batches)  # before the first backward
for tokens in micro_batches:
    loss = (weight * tokens).sum() / total  # key line, else: loss = (weight * tokens).sum()
    loss.backward()
counted = weight.grad.item()
print(f"each mean halved: {halved}; each sum divided by {total} tokens: {counted}")
# endregion

assert halved == (0 / 1 + 28 / 7) / 2 == 2.0
assert counted == torch.cat(micro_batches).mean() == 3.5
