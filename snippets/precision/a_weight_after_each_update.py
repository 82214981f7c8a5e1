"""Four updates of 0.001: the float32 copy moves in each, its bfloat16 in the second, a bfloat16 weight never.

$ python snippets/precision/a_weight_after_each_update.py
"""
import torch

alone, copy = torch.ones((), dtype=torch.bfloat16), torch.ones(())
seen = []

# region each
for update in range(5):
    if update:
        alone -= 0.001
        copy -= 0.001  # key line
    rounded = copy.bfloat16()
    seen.append((alone.item(), rounded.item()))
    print(f"update {update}: alone {alone.item():.4f}, copy {copy.item():.4f}, its bfloat16 {rounded.item():.4f}")
# endregion

assert [alone for alone, _ in seen] == [1.0] * 5  # shows: alone-never
assert [rounded for _, rounded in seen] == [1, 1] + 3 * [255 / 256]  # shows: rounded-moves
