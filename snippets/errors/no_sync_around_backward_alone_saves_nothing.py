"""With no_sync around backward alone, four micro-batches still cost four all-reduces.

$ torchrun --nproc-per-node 2 snippets/errors/no_sync_around_backward_alone_saves_nothing.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "with sync:"
# stays = "That is the claim: around backward alone no_sync changes nothing."
# ///
import contextlib

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(16, 3)
micro_batches = full[rank::world_size].chunk(4)
model = DistributedDataParallel(torch.nn.Linear(3, 1, bias=False))

# region train
losses = []
with torch.profiler.profile() as profile:  # the check
    for number, micro_batch in enumerate(micro_batches, 1):
        sync = contextlib.nullcontext() if number == 4 else model.no_sync()
        losses.append(model(micro_batch).mean() / 4)  # key line, else: with contextlib.nullcontext() if number == 4 else model.no_sync(): losses.append(model(micro_batch).mean() / 4)
        with sync:
            losses[-1].backward()
counts = {event.key: event.count for event in profile.key_averages()}
found = counts.get("c10d::allreduce_", 0)
print(f"{len(losses)} micro-batches, all-reduces: {found}")
# endregion

torch.testing.assert_close(model.module.weight.grad, full.mean(0, keepdim=True))
assert found == 4
dist.destroy_process_group()
