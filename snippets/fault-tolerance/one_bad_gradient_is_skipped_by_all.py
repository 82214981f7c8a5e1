"""One rank has a gradient that is not finite; the smallest of the flags tells all ranks to skip this step together.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/one_bad_gradient_is_skipped_by_all.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
weight, skipped = torch.ones(1), []

# region train
for step in range(4):
    gradient = torch.full((1,), rank + 1.0)
    if (rank, step) == (2, 1):
        gradient *= float("inf")
    good = gradient.isfinite().all().float()
    dist.all_reduce(good, dist.ReduceOp.MIN)  # key line, else: dist.all_reduce(good, dist.ReduceOp.MAX)
    if not good:
        skipped.append(step)
        continue
    dist.all_reduce(gradient)
    weight -= 0.1 * gradient / 4
print(f"skipped {skipped}, weight {weight.item():.2f}")
# endregion

assert skipped == [1] and abs(weight.item() - (1 - 3 * 0.25)) < 1e-6
dist.destroy_process_group()
