"""Seven collectives on four ranks: what each rank brings, and what it holds afterwards.

$ torchrun --nproc-per-node 4 snippets/collectives/every_operation_before_and_after.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

zeros = [torch.zeros(1) for _ in range(world_size)]
parts = [torch.tensor([10.0 * rank + part]) for part in range(world_size)]  # rank 2 has 20, 21, 22, 23


def show(name, tensors):
    held = [int(tensor.item()) for tensor in tensors]
    print(f"rank {rank}: {name} {held}")
    return held


# region all
mine = [10.0 * rank]
dist.broadcast(one := torch.tensor(mine), src=1)
broadcast = show("broadcast", [one])
dist.scatter(one := torch.zeros(1), parts if rank == 1 else None, src=1)
scatter = show("scatter", [one])
dist.gather(torch.tensor(mine), zeros if rank == 1 else None, dst=1)
gather = show("gather", zeros)
dist.all_gather(whole := [torch.zeros(1) for _ in range(world_size)], torch.tensor(mine))
all_gather = show("all_gather", whole)
dist.all_reduce(one := torch.tensor(mine))
all_reduce = show("all_reduce", [one])
dist.reduce_scatter(one := torch.zeros(1), parts)
reduce_scatter = show("reduce_scatter", [one])
dist.all_to_all(each := [torch.zeros(1) for _ in range(world_size)], parts)  # key line, else: each = parts
all_to_all = show("all_to_all", each)
# endregion

assert broadcast == [10] and scatter == [10 + rank]  # shows: broadcast-whole-scatter-part
assert gather == ([0, 10, 20, 30] if rank == 1 else [0] * 4)  # shows: gather-rank-1-alone
assert all_gather == [0, 10, 20, 30]  # shows: all-gather-every-rank
assert all_reduce == [60] and reduce_scatter == [60 + 4 * rank]  # shows: reduce-scatter-part-sum
assert all_to_all == [10 * other + rank for other in range(world_size)]  # shows: all-to-all-each-other
dist.destroy_process_group()
