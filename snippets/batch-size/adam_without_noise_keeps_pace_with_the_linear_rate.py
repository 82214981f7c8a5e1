"""Without noise a step of Adam is as long as its rate, so batch x 16 keeps its pace with rate x 16 and not x 4.

$ python snippets/batch-size/adam_without_noise_keeps_pace_with_the_linear_rate.py
"""
import torch

# region rule
moved = {}
for batch, factor in [(1, 1), (16, 4), (16, 16)]:
    rate = 0.001 * factor  # key line, else: rate = 0.001
    weight = torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.Adam([weight], lr=rate)
    for _ in range(4096 // batch):  # 4,096 samples each time
        optimizer.zero_grad()
        ((weight - 1000).square() / 2000).sum().backward()  # the true gradient, about -1, and no noise
        optimizer.step()
    moved[batch, factor] = weight.item()
    print(f"batch {batch}, rate x {factor}: moved {moved[batch, factor]:.2g}")
# endregion

reference = moved[1, 1]
assert abs(reference / (0.001 * 4096) - 1) < 0.01
assert abs(moved[16, 16] / reference - 1) < 0.01
assert abs(moved[16, 4] / reference - 1 / 4) < 0.01
