import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
numbers = torch.ones(4)
dist.all_reduce(numbers)
if rank == 1:
    dist.broadcast(numbers, src=0)
else:
    dist.all_reduce(numbers)
