import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

every, even = dist.new_group([0, 1, 2, 3]), dist.new_group([0, 2])
if rank == 0:
    dist.all_reduce(value, group=even)
    dist.all_reduce(value, group=every)
else:
    dist.all_reduce(value, group=every)
    if rank == 2:
        dist.all_reduce(value, group=even)
