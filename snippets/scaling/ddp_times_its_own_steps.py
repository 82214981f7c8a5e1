"""Simulation: by DDP's own clocks all ranks communicate for 3 units, and only the straggler hides all of them.

$ torchrun --nproc-per-node 2 snippets/scaling/ddp_times_its_own_steps.py
"""
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, unit = dist.get_rank(), 1.0  # seconds; sleep stands in for the GPU


class Slow(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        time.sleep((3 if rank == 1 else 1) * unit)  # key line
        return gradient


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.last(Slow.apply(self.first(x)))


# region clocks
model = DistributedDataParallel(Model(), bucket_cap_mb=1e-5)  # a bucket a layer
for _ in range(2):
    model(torch.ones(1, 2)).sum().backward()
model(torch.ones(1, 2))  # a forward reads the clocks of the step before it
clocks = model._get_ddp_logging_data()  # of step 2, in nanoseconds
names = ("compute", "comm", "compute_comm_overlap")
times = [clocks[f"backward_{name}_time"] for name in names]
compute, comm, both = (round(time / 1e9 / unit) for time in times)
print(f"rank {rank}: backward {compute}, communication {comm}, both at once {both}")
# endregion

assert clocks["iteration"] == 2
assert (compute, comm, both) == ((3, 3, 3) if rank == 1 else (1, 3, 1))  # shows: counts-waiting-communication
dist.destroy_process_group()
