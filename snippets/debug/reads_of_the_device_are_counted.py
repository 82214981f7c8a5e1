"""A counter names each line that reads a number off the device, at which a GPU must be waited for.

$ python snippets/debug/reads_of_the_device_are_counted.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# ///
import traceback
from collections import Counter

import torch
from torch.utils._python_dispatch import TorchDispatchMode

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(8, 1, device=device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batch, losses = torch.ones(4, 8, device=device), []


class Reads(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.lines = Counter()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if function is torch.ops.aten._local_scalar_dense.default:  # a number goes to Python
            stack = traceback.extract_stack()
            self.lines[[frame.line for frame in stack if frame.filename == __file__][-2]] += 1
        return function(*args, **kwargs or {})


# region train
with Reads() as reads:
    for step in range(20):
        loss = model(batch).square().mean()
        if not loss.isfinite():
            break
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.detach())  # key line, else: losses.append(loss.item())
        if step % 10 == 0:
            last = loss.item()
for line, times in reads.lines.items():
    print(f"{times:2} times: {line}")
# endregion

assert reads.lines["if not loss.isfinite():"] == 20  # shows: if-each-step
assert sum(reads.lines.values()) == 22, reads.lines
