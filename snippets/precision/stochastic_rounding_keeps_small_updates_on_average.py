"""Rounded up or down at random, by how near each is, bfloat16 weights keep small updates on average.

$ python snippets/precision/stochastic_rounding_keeps_small_updates_on_average.py
"""
import torch

torch.manual_seed(0)
nearest = torch.ones(10_000, dtype=torch.bfloat16)
random = nearest.clone()


# region round
def round_at_random(value):
    """bfloat16 is the upper half of a float32: add a random lower half, then cut it off."""
    bits = value.view(torch.int32)
    bits = bits + torch.randint(0, 1 << 16, value.shape, dtype=torch.int32)  # key line
    return (bits & -65536).view(torch.float32).bfloat16()


for _ in range(100):
    nearest -= 0.001
    random = round_at_random(random.float() - 0.001)
print(f"to the nearest {nearest.float().mean():.2f}, at random {random.float().mean():.2f}")
# endregion

assert nearest.unique().tolist() == [1.0]  # shows: nearest-stays-1
assert abs(random.float().mean().item() - 0.9) < 0.002  # shows: random-mean
