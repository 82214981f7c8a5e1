import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

outputs = [torch.empty(1) for _ in range(4)]
if rank == 2:
    dist.all_reduce(value)
dist.all_gather(outputs, torch.ones(1))
