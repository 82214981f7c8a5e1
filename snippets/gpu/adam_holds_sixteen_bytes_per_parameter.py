"""After a step of Adam a weight of 4 MiB has a gradient of 4 MiB and states of 8 MiB.

$ python snippets/gpu/adam_holds_sixteen_bytes_per_parameter.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
allocated = torch.cuda.memory_allocated if device == "cuda" else lambda: 0
before = allocated()

# region step
weight = torch.nn.Parameter(torch.ones(2**20, device=device))  # float32
optimizer = torch.optim.Adam([weight])
weight.square().sum().backward()
optimizer.step()  # key line
states = [s for s in optimizer.state[weight].values() if s.numel() > 1]
held = [weight.nbytes, weight.grad.nbytes, sum(s.nbytes for s in states)]
print("weight, gradient, states:", [part // 2**20 for part in held], "MiB")
# endregion

assert sum(held) == 16 * 2**20
if device == "cuda":  # the allocator counts the same, and nothing else
    assert abs(allocated() - before - sum(held)) < 2**16
