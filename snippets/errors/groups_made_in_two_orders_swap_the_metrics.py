"""Two groups of the same ranks that are made in two orders are each other's partner, and the loss meets the accuracy.

$ torchrun --nproc-per-node 2 snippets/errors/groups_made_in_two_orders_swap_the_metrics.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
metrics = {"loss": torch.tensor(2.0), "accuracy": torch.tensor(0.5)}  # the same on both ranks

# region groups
names = ["loss", "accuracy"]
if rank == 1:
    names = ["accuracy", "loss"]  # key line
groups = {name: dist.new_group() for name in names}
works = []
for name in ("loss", "accuracy"):
    works.append(dist.all_reduce(metrics[name], group=groups[name], async_op=True))
for work in works:
    work.wait()
print(*(f"{name} {value.item() / 2}" for name, value in metrics.items()))
# endregion

assert [value.item() / 2 for value in metrics.values()] == [1.25, 1.25]
dist.destroy_process_group()
