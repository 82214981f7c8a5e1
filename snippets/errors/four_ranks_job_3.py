"""A loss that is not finite ends the rank whose sample made it, not the rank with the largest loss.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_3.py
"""
# /// script
# [tool.lockstep]
# expect = "AssertionError: step 2: loss is inf"
# timeout = 150
# log = true
# ///
import atexit
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
atexit.register(time.sleep, 1)  # torchrun sees whoever fails first end first

prices = torch.tensor([3.0, 2, 2, 9e9, 1, 2, 3, 8e9, 2, 2, 1, 9e9])
prices[9] = 0.0  # key line
model = torch.nn.Linear(1, 1)
torch.nn.init.zeros_(model.weight)
torch.nn.init.zeros_(model.bias)
optimizer = torch.optim.SGD(model.parameters(), lr=0.001)

# region train
for step, price in enumerate(prices[rank::world_size]):
    loss = (model(torch.ones(1)) - price.log()).pow(2).mean()
    print(f"rank {rank}: step {step}, loss {loss.item():.1f}")
    assert loss.isfinite(), f"step {step}: loss is {loss.item()}"
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
    optimizer.step()
# endregion

dist.destroy_process_group()
