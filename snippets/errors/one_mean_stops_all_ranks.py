"""An all-reduce of the validation loss lets every rank take the same decision in the same epoch.

$ torchrun --nproc-per-node 2 snippets/errors/one_mean_stops_all_ranks.py
"""
# /// script
# [tool.lockstep]
# timeout = 15
#
# [[tool.lockstep.what-if]]
# line = "dist.barrier()"
# stays = "All ranks stop after the same epoch. It is there for rank 0, which would save the weights next."
#
# [[tool.lockstep.what-if]]
# line = "model(torch.ones(1, 1)).sum().backward()"
# stays = "The losses of this program are given, so that all epochs are known; training changes none of them."
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
    loss = losses[rank, epoch].clone()
    dist.all_reduce(loss, dist.ReduceOp.AVG)  # key line -> hang
    if loss > best:
        print(f"rank {rank}: stops after epoch {epoch}")
        break
    best = loss
dist.barrier()  # before rank 0 saves the best weights
# endregion

means = losses.mean(0)
assert epoch == 3 and means[3] > means[2] == best
dist.destroy_process_group()
