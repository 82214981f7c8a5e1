"""From the second iteration on, DDP starts the all-reduce of a bucket while backward still computes earlier layers.

$ torchrun --nproc-per-node 2 snippets/ddp/averages_while_backward_runs.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
events = []


def log_all_reduce(group, bucket):  # the second name must be bucket
    events.append(f"all-reduce of bucket {bucket.index()}")
    return allreduce_hook(group, bucket)  # what DDP does without a hook


# region order
layers = [torch.nn.Linear(512, 512, bias=False) for _ in range(3)]  # 1 MiB each
for number, layer in enumerate(layers, 1):
    note = f"gradient of layer {number}"
    layer.weight.register_hook(lambda _, note=note: events.append(note))
model = DistributedDataParallel(torch.nn.Sequential(*layers), bucket_cap_mb=1)
model.register_comm_hook(None, log_all_reduce)  # called for each full bucket

batch = torch.ones(1, 512)
model(batch).sum().backward()  # key line
events.append("second iteration")
model(batch).sum().backward()
if dist.get_rank() == 0:
    print(*events, sep="\n")
# endregion

second = events[events.index("second iteration") + 1:]
assert second[::2] == [f"gradient of layer {number}" for number in (3, 2, 1)]  # shows: last-gradient-first
assert second[1::2] == [f"all-reduce of bucket {number}" for number in range(3)]  # shows: during-backward
assert second.index("all-reduce of bucket 0") == second.index("gradient of layer 3") + 1  # shows: bucket-soon-full
assert second[-1] == "all-reduce of bucket 2"  # shows: bucket-last-exposed
dist.destroy_process_group()
