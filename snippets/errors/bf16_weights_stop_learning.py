"""All in bfloat16: the loss falls at first, then each update is too small for the weight, and it stays.

$ torchrun --nproc-per-node 2 snippets/errors/bf16_weights_stop_learning.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if step == 1900:"
# stays = "It keeps an earlier weight, for the comparison at the end."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region train
model.bfloat16()  # key line
model = DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.002)
x = torch.ones(4, 1, dtype=model.module.weight.dtype)
for step in range(2000):
    if step == 1900:
        before = model.module.weight.item()
    optimizer.zero_grad()
    loss = (model(x) - 3 * x).pow(2).mean()
    loss.backward()
    optimizer.step()
weight = model.module.weight.item()
print(f"weight {weight:.4g}, not 3; moved in the last 100 steps: {weight - before:.4g}")
# endregion

assert weight == before == 2.0  # shows: weight-2-stays
dist.destroy_process_group()
