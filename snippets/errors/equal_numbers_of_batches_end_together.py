"""Cut every rank down to the same number of batches: no rank waits, and the weights are those of one process.

$ torchrun --nproc-per-node 2 snippets/errors/equal_numbers_of_batches_end_together.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.barrier()"
# stays = "The ranks end together without it. It keeps rank 0 from a checkpoint that others still change."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
torch.nn.init.zeros_(model.module.weight)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

# region train
batches = torch.arange(7.0).view(7, 1, 1)
mine = batches[rank::world_size]
mine = mine[: len(batches) // world_size]  # key line -> hang
for number, batch in enumerate(mine, 1):
    print(f"rank {rank}: batch {number} of {len(mine)}", flush=True)
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
dist.barrier()  # before the checkpoint
# endregion

expected = -0.1 * torch.arange(6.0).view(3, 2).mean(1).sum()  # one process, 3 steps of 2 samples
torch.testing.assert_close(model.module.weight.detach().squeeze(), expected)
dist.destroy_process_group()
