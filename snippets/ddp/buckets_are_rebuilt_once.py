"""Iteration 1 reduces one bucket of all gradients; DDP then rebuilds the buckets, once.

$ torchrun --nproc-per-node 2 snippets/ddp/buckets_are_rebuilt_once.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
sizes = []  # of each iteration: MiB of each bucket


def log_size(group, bucket):
    sizes[-1].append(bucket.buffer().nbytes >> 20)
    return allreduce_hook(group, bucket)


# region count
layers = [torch.nn.Linear(1024, 1024, bias=False) for _ in range(10)]  # 4 MiB each
model = DistributedDataParallel(torch.nn.Sequential(*layers))  # key line, else: model = DistributedDataParallel(torch.nn.Sequential(*layers), find_unused_parameters=True)
model.register_comm_hook(None, log_size)
for _ in range(3):
    sizes.append([])
    model(torch.ones(1, 1024)).sum().backward()
if dist.get_rank() == 0:
    print("MiB in each bucket, by iteration:", *sizes)
# endregion

# A bucket closes once it holds 1 MiB (the first) or 25 MiB (the others): 1 layer, 7 layers, the 2 left.
assert sizes == [[40], [4, 28, 8], [4, 28, 8]]  # shows: one-bucket-rebuilt
chain = [torch.empty(8 << 18) for _ in range(20)]  # 8 MiB each
buckets, _ = dist._compute_bucket_assignment_by_size(chain, [1 << 20, 25 << 20])
assert [len(bucket) for bucket in buckets] == [1, 4, 4, 4, 4, 3]
dist.destroy_process_group()
