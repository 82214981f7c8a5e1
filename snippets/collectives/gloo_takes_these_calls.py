"""Calls tried one by one on gloo: it takes all collectives, a sparse tensor too; it refuses parts of unequal size.

$ torchrun --nproc-per-node 2 snippets/collectives/gloo_takes_these_calls.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
one, both = torch.ones(1), torch.ones(2)


def pair():
    return [torch.ones(1), torch.ones(1)]


tries = {
    "broadcast": lambda: dist.broadcast(one, 0),
    "all_reduce": lambda: dist.all_reduce(one),
    "all_reduce of a sparse tensor": lambda: dist.all_reduce(one.to_sparse()),
    "reduce": lambda: dist.reduce(one, 0),
    "all_gather": lambda: dist.all_gather(pair(), one),
    "all_gather of unequal sizes": lambda: dist.all_gather([torch.ones(1), torch.ones(2)], torch.ones(rank + 1)),
    "all_gather_single": lambda: dist.all_gather_single(both, one),
    "gather": lambda: dist.gather(one, pair() if rank == 0 else None, dst=0),
    "scatter": lambda: dist.scatter(one, pair() if rank == 0 else None, src=0),
    "reduce_scatter": lambda: dist.reduce_scatter(one, pair()),
    "reduce_scatter_single": lambda: dist.reduce_scatter_single(one, both),
    "all_to_all": lambda: dist.all_to_all(pair(), pair()),
    "all_to_all_single": lambda: dist.all_to_all_single(torch.zeros(2), both),
    "recv from any rank": lambda: dist.send(one, 1) if rank == 0 else dist.recv(one),
    "barrier": dist.barrier,
    "monitored_barrier": dist.monitored_barrier,
    "shrink_group": lambda: dist.shrink_group([1]),
}

# region tries
refused = {}
for name, call in tries.items():
    try:
        call()  # key line
    except Exception as error:
        refused[name] = str(error)
print("taken:", *(name for name in tries if name not in refused), sep="\n  ")
for name, why in refused.items():
    print(f"refused: {name}: {why}")
# endregion

assert list(refused) == ["all_gather of unequal sizes", "shrink_group"]  # shows: two-refused
dist.destroy_process_group()
