"""bucket_cap_mb=25 drops the small first bucket that the default has.

$ torchrun --nproc-per-node 2 snippets/ddp/bucket_cap_25_is_not_the_default.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
sizes = {}  # of the last iteration: MiB of each bucket


def log_size(found, bucket):
    found.append(bucket.buffer().nbytes >> 20)
    return allreduce_hook(None, bucket)


# region compare
for name in ("default", "bucket_cap_mb=25"):
    layers = [torch.nn.Linear(1024, 1024, bias=False) for _ in range(10)]  # 4 MiB
    options = {"bucket_cap_mb": 25} if "25" in name else {}  # key line, else: options = {}
    model = DistributedDataParallel(torch.nn.Sequential(*layers), **options)
    sizes[name] = []
    model.register_comm_hook(sizes[name], log_size)  # notes each size
    for _ in range(2):
        sizes[name].clear()
        model(torch.ones(1, 1024)).sum().backward()
    if dist.get_rank() == 0:
        print(f"{name}: {sizes[name]} MiB")
# endregion

assert sizes == {"default": [4, 28, 8], "bucket_cap_mb=25": [28, 12]}
dist.destroy_process_group()
