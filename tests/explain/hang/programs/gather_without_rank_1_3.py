import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

outputs = [torch.empty(2) for _ in range(3)]
dist.all_gather(outputs, torch.ones(2))
if rank != 1:
    dist.all_gather(outputs, torch.ones(2))
