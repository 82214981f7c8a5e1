"""One sample without a label ends its rank, and the other ranks lose their connection to it.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_1.py
"""
# /// script
# [tool.lockstep]
# expect = "KeyError: 'label'"
# asserts = [
#   'raises("KeyError", rank=2, at="sample[") and first() == 2',
#   'raises("RuntimeError", at="dist.all_reduce(parameter.grad)") and not raises("KeyError", rank=1)',
# ]
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

samples = [{"pixels": [n % 5, 1.0], "label": n % 2} for n in range(16)]
del samples[10]["label"]  # key line
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

# region train
for step, sample in enumerate(samples[rank::world_size]):
    output = model(torch.tensor(sample["pixels"]))
    loss = (output - sample["label"]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
    optimizer.step()
    print(f"rank {rank}: step {step} done")
# endregion

dist.destroy_process_group()
