"""Each group numbers its own calls: two ranks may call two groups in different orders if no rank waits in between.

$ torchrun --nproc-per-node 2 snippets/collectives/a_group_has_its_own_order.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 1:"
# stays = "In one order or in two, the sums are the same: that is the claim."
#
# [[tool.lockstep.what-if]]
# line = "calls.reverse()"
# stays = "In one order or in two, the sums are the same: that is the claim."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

losses, counts = dist.new_group(), dist.new_group()

# region order
loss, count = torch.tensor([0.5 + rank]), torch.tensor([100.0])
calls = [(loss, losses), (count, counts)]
if rank == 1:
    calls.reverse()
started = []
for value, group in calls:
    started.append(dist.all_reduce(value, group=group, async_op=True))  # key line, else: dist.all_reduce(value)
for work in started:
    work.wait()
print(f"rank {rank}: loss {loss.item()}, count {count.item()}")
# endregion

assert [loss.item(), count.item()] == [2.0, 200.0]  # shows: each-group-matches
dist.destroy_process_group()
