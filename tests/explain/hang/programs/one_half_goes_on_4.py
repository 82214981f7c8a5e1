import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

half = dist.new_group([0, 1]), dist.new_group([2, 3])
dist.all_reduce(value, group=half[rank // 2])
if rank < 2:
    dist.all_reduce(value, group=half[0])
    dist.barrier()
