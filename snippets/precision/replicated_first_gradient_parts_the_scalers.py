"""GradScaler goes by the first gradient: if that one is replicated, an inf in a later shard skips the step on one rank only.

$ torchrun --nproc-per-node 2 snippets/precision/replicated_first_gradient_parts_the_scalers.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 1:"
# stays = "With an inf on all ranks they skip as well. The claim is about one alone."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2,))
scales = []

# region step
for first in (Shard(0), Replicate()):  # key line, else: for first in (Shard(0), Shard(0)):
    weights = [torch.nn.Parameter(distribute_tensor(torch.ones(4), mesh, [place])) for place in (first, Shard(0))]
    optimizer = torch.optim.SGD(weights, lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    scaler.scale(sum(weight.pow(2).sum().full_tensor() for weight in weights)).backward()
    if rank == 1:
        weights[1].grad.to_local().fill_(float("inf"))  # in the shard of rank 1 alone
    scaler.step(optimizer)
    scaler.update()
    scales.append(scaler.get_scale())
print(f"rank {rank}: scale {scales[0]:g} if the first is sharded, {scales[1]:g} if it is replicated")
# endregion

assert scales == [512, 512 if rank == 1 else 1024]  # shows: later-stays-on-its-rank
dist.destroy_process_group()
