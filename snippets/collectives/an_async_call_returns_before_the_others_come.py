"""With async_op=True the call returns at once; the sum is there after wait, when the other rank has come.

$ torchrun --nproc-per-node 2 snippets/collectives/an_async_call_returns_before_the_others_come.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 1:"
# stays = "It makes rank 1 late in every run. Without it rank 1 may come before or after rank 0 asks."
#
# [[tool.lockstep.what-if]]
# line = 'store.wait(["rank 0 went on"])'
# stays = "It makes rank 1 late in every run. Without it rank 1 may come before or after rank 0 asks."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
store = dist.distributed_c10d._get_default_store()

# region wait
value, other_work = torch.tensor([rank + 1.0]), torch.arange(4.0)
if rank == 1:
    store.wait(["rank 0 went on"])  # comes late
work = dist.all_reduce(value, async_op=True)  # key line, else: work = dist.barrier(async_op=True)
if rank == 0:
    early = work.is_completed()
    total = other_work.sum().item()  # what does not need the sum
    store.set("rank 0 went on", "yes")
    print(f"rank 0: before wait completed {early}, meanwhile computed {total}")
work.wait()
print(f"rank {rank}: after wait completed {work.is_completed()}, sum {value.item()}")
# endregion

assert rank == 1 or not early  # shows: returns-early
assert work.is_completed() and value.item() == 3.0  # shows: sum-after-wait
dist.destroy_process_group()
