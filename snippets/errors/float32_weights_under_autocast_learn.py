"""Weights in float32 and products in bfloat16: small updates arrive, and the weight comes near 3.

$ torchrun --nproc-per-node 2 snippets/errors/float32_weights_under_autocast_learn.py
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
model = DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.002)
x = torch.ones(4, 1)
for step in range(2000):
    if step == 1900:
        before = model.module.weight.item()
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = model(x)
    loss = (output.float() - 3 * x).pow(2).mean()
    loss.backward()
    optimizer.step()  # key line
weight = model.module.weight.item()
print(f"weight {weight:.4g}, moved in the last 100 steps: {weight - before:.4g}")
# endregion

assert abs(weight - 3) < 0.01  # shows: weight-comes-near-3
dist.destroy_process_group()
