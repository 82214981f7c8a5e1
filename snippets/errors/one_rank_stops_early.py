"""Each rank decides by its own validation loss: one stops, and the others wait for it in the next step.

$ torchrun --nproc-per-node 2 snippets/errors/one_rank_stops_early.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'says("rank 0: stops after epoch 2") and waits("dist.barrier()", rank=0) and waits(".backward()", rank=1)',
# ]
# timeout = 5
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1))
losses = torch.tensor([[0.9, 0.5, 0.6, 0.7], [0.9, 0.7, 0.3, 0.4]])  # of each rank

# region train
best = float("inf")
for epoch in range(4):
    model(torch.ones(1, 1)).sum().backward()
    loss = losses[rank, epoch]  # key line, else: loss = losses[:, epoch].mean()
    if loss > best:
        print(f"rank {rank}: stops after epoch {epoch}")
        break
    best = loss
dist.barrier()  # before rank 0 saves the best weights
# endregion

dist.destroy_process_group()
