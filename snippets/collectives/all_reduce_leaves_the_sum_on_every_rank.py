"""all_reduce adds the tensors of all ranks up and leaves the sum on every rank, in place of what it brought.

$ torchrun --nproc-per-node 4 snippets/collectives/all_reduce_leaves_the_sum_on_every_rank.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(value)"
# label = "The largest"
# becomes = "dist.all_reduce(value, dist.ReduceOp.MAX)"
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(value)"
# label = "The product"
# becomes = "dist.all_reduce(value, dist.ReduceOp.PRODUCT)"
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(value)"
# label = "reduce to rank 0"
# becomes = "dist.reduce(value, dst=0)"
# ///
import torch
import torch.distributed as dist

# region sum
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
value = torch.tensor([rank + 1.0])
dist.all_reduce(value)  # key line
print(f"rank {rank}: brought {rank + 1.0}, holds {value.item()}")
# endregion

assert value.item() == world_size * (world_size + 1) / 2  # shows: every-rank-holds-sum
dist.destroy_process_group()
