"""Seven batches on two ranks: rank 0 waits in its fourth backward while rank 1 is at the barrier.

$ torchrun --nproc-per-node 2 snippets/errors/rank_with_one_batch_more_hangs_in_backward.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   '''(waits(".backward()", rank=0) and says("batch 4 of 4", rank=0) and waits("dist.barrier()", rank=1)
#      and count("batch", rank=1) == 3)''',
# ]
# timeout = 12
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
mine = batches[rank::world_size]  # key line, else: mine = batches[:3]
for number, batch in enumerate(mine, 1):
    print(f"rank {rank}: batch {number} of {len(mine)}", flush=True)
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
dist.barrier()  # before the checkpoint
# endregion

dist.destroy_process_group()
