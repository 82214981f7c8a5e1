"""Throughput of one process is its samples over the seconds that they take, once the warm-up is over.

$ python snippets/scaling/throughput_of_one_process.py
"""
# /// script
# [tool.lockstep]
# volatile = ["samples/s"]
# ///
import time

import torch

cuda = torch.cuda.is_available()
device = torch.device("cuda" if cuda else "cpu")
model = torch.nn.Linear(64, 64).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batch, warm_up, steps = 32, 5, 20

# region benchmark
for step in range(warm_up + steps):
    if step == warm_up:  # what loads, allocates and tunes is over
        if cuda:
            torch.cuda.synchronize()
        start = time.perf_counter()
    model(torch.randn(batch, 64, device=device)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
if cuda:
    torch.cuda.synchronize()  # the last step is launched, not done
seconds = time.perf_counter() - start
samples = steps * batch  # key line, else: samples = (warm_up + steps) * batch
print(f"{steps} steps: {samples} samples")
print(f"{samples / seconds:.3g} samples/s")
# endregion

assert samples == 640 and seconds > 0
