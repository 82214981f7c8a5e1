"""All ranks call the collective, one rank prints.

$ torchrun --nproc-per-node 4 snippets/ddp/every_rank_calls_the_collective.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.barrier()"
# stays = "All ranks reach the end in any case. In a job that goes on, they would wait for rank 0's log here."
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(loss)"
# label = "Only rank 0 calls it"
# becomes = "if rank == 0: dist.all_reduce(loss)"
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(loss)"
# label = "The largest, not the sum"
# becomes = "dist.all_reduce(loss, dist.ReduceOp.MAX)"
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region right
loss = torch.tensor([rank + 1.0])
dist.all_reduce(loss)  # key line
if rank == 0:  # only rank 0 writes the log
    print(f"mean loss {loss.item() / 4}")
dist.barrier()
# endregion

assert loss.item() == 1 + 2 + 3 + 4
dist.destroy_process_group()
