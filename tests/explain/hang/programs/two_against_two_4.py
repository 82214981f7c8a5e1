import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

for _ in range(30):
    dist.all_reduce(value)
    dist.broadcast(value, src=0)
if rank in (0, 3):
    dist.barrier()
else:
    dist.all_reduce(value)
