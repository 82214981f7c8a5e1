import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

pair = dist.new_group([1, 2])
if rank == 1:
    dist.broadcast(value, src=1, group=pair)
    dist.all_reduce(value, group=pair)
elif rank == 2:
    dist.broadcast(value, src=1, group=pair)
else:
    dist.all_reduce(value)
