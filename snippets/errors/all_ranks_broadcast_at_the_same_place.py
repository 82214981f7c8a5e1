"""Every rank calls broadcast at the same place; only what it holds before depends on the rank.

$ torchrun --nproc-per-node 2 snippets/errors/all_ranks_broadcast_at_the_same_place.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "The broadcast overwrites what the other ranks have with the value of rank 0, which is also 1."
#
# [[tool.lockstep.what-if]]
# line = "dist.broadcast(stop, src=0)"
# label = "Rank 1 is the source"
# becomes = "dist.broadcast(stop, src=1)"
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
loss, stop = torch.tensor(2.0), torch.tensor(0)

# region step
if rank == 0:
    stop.fill_(1)  # the loss is low enough
dist.all_reduce(loss)
dist.broadcast(stop, src=0)  # key line
print(f"rank {rank}: loss {loss.item() / 2}, stop {stop.item()}")
# endregion

assert loss.item() == 4.0 and stop.item() == 1
dist.destroy_process_group()
