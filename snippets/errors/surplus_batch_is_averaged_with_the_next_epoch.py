"""With 4 batches against 3, epochs mix: batch 4 of rank 0 is averaged with batch 1 of rank 1's next epoch.

$ torchrun --nproc-per-node 2 snippets/errors/surplus_batch_is_averaged_with_the_next_epoch.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'says("epoch 0, sample 7.0, gradient 4.5", rank=0) and says("epoch 1, sample 2.0, gradient 4.5", rank=1)',
#   '(7 + 2) / 2 == value("sample 7.0, gradient {}", rank=0)',
# ]
# timeout = 12
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))

# region train
batches = torch.arange(1.0, 8.0).view(7, 1, 1)
mine = batches[rank::world_size]  # key line, else: mine = batches[:3]
for epoch in range(2):
    for batch in mine:
        model.zero_grad()
        model(batch).sum().backward()
        gradient = model.module.weight.grad.item()
        where = f"epoch {epoch}, sample {batch.item()}"
        print(f"rank {rank}: {where}, gradient {gradient}", flush=True)
dist.barrier()
# endregion

dist.destroy_process_group()
