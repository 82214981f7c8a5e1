"""Expert choice: each expert takes its best tokens of the sequence, so another last token changes outputs of earlier ones.

$ python snippets/experts/expert_choice_looks_at_later_tokens.py
"""
import torch
from _layer import expert, one_process, tensors


def expert_choice(x, router, up, down, capacity=4):
    weight, token = (x @ router).softmax(-1).topk(capacity, dim=0)  # over tokens, for each expert
    y = torch.zeros_like(x)
    for number in range(len(up)):
        rows = token[:, number]
        y = y.index_add(0, rows, weight[:, number, None] * expert(x[rows], up[number], down[number]))
    return y, token.flatten().bincount(minlength=len(x))


# region leak
x, router, up, down = tensors(tokens=8)
other = x.clone()
other[-1] = 4 * router[:, 0]  # the last token now suits expert 0
changed = {}
for name, layer in (("token", one_process), ("expert", lambda *given: expert_choice(*given)[0])):  # key line, else: for name, layer in (("token", one_process), ("expert", one_process)):
    moved = (layer(x, router, up, down) - layer(other, router, up, down)).abs().amax(1) > 1e-6
    changed[name] = moved.nonzero().flatten().tolist()
    print(f"{name} choice: a new token 7 changes the outputs of tokens {changed[name]}")
# endregion

print(f"experts of each token {expert_choice(x, router, up, down)[1].tolist()}, experts hold 4 each")
assert changed["token"] == [7]  # shows: token-choice-only-itself
assert changed["expert"] != [7] and min(changed["expert"]) < 7  # shows: expert-choice-earlier-tokens
