"""A hundred updates of 0.001 leave a bfloat16 weight at 1; added up in a float32 copy they arrive.

$ python snippets/precision/a_master_copy_keeps_small_updates.py
"""
import torch

plain = torch.ones((), dtype=torch.bfloat16)
master = torch.ones(())
weight = plain.clone()

# region updates
for _ in range(100):
    plain -= 0.001  # 1 - 0.001 lies nearer to 1 than to the next number below
    master -= 0.001
    weight = master.bfloat16()  # key line
print(f"bfloat16 alone {plain.item()}, from a float32 copy {weight.item():.4f}, exact {1 - 100 * 0.001:.1f}")
# endregion

assert plain.item() == 1.0  # shows: bfloat16-alone-1
assert abs(weight.item() - 0.9) <= 2**-9  # shows: copy-arrives
