"""With find_unused_parameters DDP buckets at once, never rebuilds, and the small bucket holds the first layer.

$ torchrun --nproc-per-node 2 snippets/ddp/find_unused_parameters_never_rebuilds.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
layers = [torch.nn.Linear(1024, 1024, bias=False) for _ in range(10)]  # 4 MiB each
place = {id(layer.weight): number for number, layer in enumerate(layers, 1)}
iterations = []


def log_layers(group, bucket):
    iterations[-1].append(sorted(place[id(weight)] for weight in bucket.parameters()))
    return allreduce_hook(group, bucket)


# region layers
net = torch.nn.Sequential(*layers)
ddp = DistributedDataParallel(net, find_unused_parameters=True)  # key line, else: ddp = DistributedDataParallel(net)
ddp.register_comm_hook(None, log_layers)  # notes which layers travel together
for _ in range(3):
    iterations.append([])
    ddp(torch.ones(1, 1024)).sum().backward()
if dist.get_rank() == 0:
    for number, buckets in enumerate(iterations, 1):
        print(f"iteration {number}: layers {buckets}")
# endregion

assert iterations == [[[9, 10], [2, 3, 4, 5, 6, 7, 8], [1]]] * 3
dist.destroy_process_group()
