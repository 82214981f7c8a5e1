"""Ranks that reduce their metrics in the order of the names add like to like.

$ torchrun --nproc-per-node 2 snippets/errors/sorted_names_keep_the_ranks_in_step.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "metrics[name] = value.item() / 2"
# stays = "Both ranks had the same metrics, so their mean is what each had."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
metrics = {"loss": 2.0, "accuracy": 0.5}  # the same on both ranks
if rank == 1:
    metrics = {"accuracy": 0.5, "loss": 2.0}

# region mean
for name in sorted(metrics):  # key line, else: for name in metrics:
    value = torch.tensor(metrics[name])
    dist.all_reduce(value)
    metrics[name] = value.item() / 2
print(f"rank {rank}: loss {metrics['loss']}, accuracy {metrics['accuracy']}")
# endregion

assert metrics == {"loss": 2.0, "accuracy": 0.5}
dist.destroy_process_group()
