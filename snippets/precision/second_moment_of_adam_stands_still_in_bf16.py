"""In bfloat16 the second moment of Adam does not decay: 0.999 times a number is that number.

$ python snippets/precision/second_moment_of_adam_stands_still_in_bf16.py
"""
import torch


# region moment
def second_moment(dtype):
    weight = torch.nn.Parameter(torch.ones(1, dtype=dtype))
    optimizer = torch.optim.Adam([weight], lr=0.001)
    moments = []
    for step in range(1001):
        weight.grad = torch.ones_like(weight) if step == 0 else torch.zeros_like(weight)
        optimizer.step()
        moments.append(optimizer.state[weight]["exp_avg_sq"].item())
    return moments[0], moments[-1]


bf16 = second_moment(torch.bfloat16)  # key line, else: bf16 = second_moment(torch.float32)
fp32 = second_moment(torch.float32)
print(f"after one gradient {fp32[0]:.4f}; 1000 steps later {fp32[1]:.5f} in float32, {bf16[1]:.5f} in bfloat16")
# endregion

assert bf16[0] == bf16[1]  # shows: bfloat16-stands
assert abs(fp32[1] / fp32[0] - 0.999**1000) < 1e-3  # shows: float32-decays
