"""The running mean of a BatchNorm in bfloat16 stops short of the mean; under autocast it stays float32 and arrives.

$ python snippets/precision/batchnorm_statistics_stop_in_bf16.py
"""
import torch

x = torch.full((4, 1), 100.0)
x[::2] += 1
x[1::2] -= 1


# region running
whole = torch.nn.BatchNorm1d(1, momentum=0.01)
brain = torch.nn.BatchNorm1d(1, momentum=0.01).bfloat16()  # key line, else: brain = torch.nn.BatchNorm1d(1, momentum=0.01)
for _ in range(2000):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        whole(x)
    brain(x.to(brain.weight.dtype))
for name, norm in (("autocast", whole), ("bfloat16()", brain)):
    print(f"{name}: running mean {norm.running_mean.item():.4g} in {norm.running_mean.dtype}")
# endregion

assert abs(whole.running_mean.item() - 100) < 0.5  # shows: autocast-arrives
assert brain.running_mean.item() < 90  # shows: bfloat16-stops-short
