import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

dist.all_reduce(value)
if rank == 0:
    dist.all_reduce(value)
elif rank == 1:
    dist.barrier()
else:
    dist.broadcast(value, src=2)
