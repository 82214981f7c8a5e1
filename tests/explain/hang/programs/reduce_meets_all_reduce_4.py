import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

if rank == 0:
    dist.reduce(value, dst=0)
else:
    dist.all_reduce(value)
