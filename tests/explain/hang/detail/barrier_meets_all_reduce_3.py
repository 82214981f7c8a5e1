import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
if rank == 2:
    dist.barrier()
else:
    dist.all_reduce(torch.ones(4))
