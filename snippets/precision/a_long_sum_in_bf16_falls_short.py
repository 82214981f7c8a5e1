"""Added one after another in bfloat16, 1,024 ranks lose part of their sum; in pairs they lose little, SIMULATED.

$ python snippets/precision/a_long_sum_in_bf16_falls_short.py
"""
# /// script
# [tool.lockstep]
# simulates = 1024
# ///
import torch

torch.manual_seed(0)
brought = torch.rand(1024, 1000).bfloat16()  # a row for each rank


# region orders
def one_after_another(rows):
    total = rows[0].clone()
    for row in rows[1:]:
        total += row
    return total


def in_pairs(rows):
    while len(rows) > 1:
        rows = rows[0::2] + rows[1::2]  # key line, else: rows = one_after_another(rows)[None]
    return rows[0]


# endregion
lost = {}
print("ranks           ring   tree")
for ranks in (4, 16, 64, 256, 1024):
    exact = brought[:ranks].double().sum(0)
    for add in (one_after_another, in_pairs):
        wrong = add(brought[:ranks]).double() - exact
        lost[ranks, add] = 100 * (wrong.norm() / exact.norm()).item()
    print(f"{ranks:>5} SIMULATED {lost[ranks, one_after_another]:>5.2f}% {lost[ranks, in_pairs]:>5.2f}%")

assert lost[1024, one_after_another] > 20  # shows: one-after-another-loses
assert all(lost[ranks, in_pairs] < 0.5 for ranks in (4, 16, 64, 256, 1024))  # shows: pairs-little
