"""Ranks that reduce their metrics in another order add losses to accuracies, and nothing is said.

$ torchrun --nproc-per-node 2 snippets/errors/order_of_a_dict_swaps_the_metrics.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
metrics = {"loss": 2.0, "accuracy": 0.5}  # the same on both ranks
if rank == 1:
    metrics = {"accuracy": 0.5, "loss": 2.0}  # key line

# region mean
for name in metrics:  # in the order in which they were added
    value = torch.tensor(metrics[name])
    dist.all_reduce(value)
    metrics[name] = value.item() / 2
print(f"rank {rank}: loss {metrics['loss']}, accuracy {metrics['accuracy']}")
# endregion

assert metrics == {"loss": 1.25, "accuracy": 1.25}  # not 2.0 and 0.5
dist.destroy_process_group()
