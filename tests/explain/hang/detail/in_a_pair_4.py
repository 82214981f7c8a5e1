import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
pairs = [dist.new_group([0, 2]), dist.new_group([1, 3])]
numbers = torch.ones(2, 3)
if rank == 3:
    dist.all_gather([numbers, numbers], numbers, group=pairs[1])
else:
    dist.all_reduce(numbers, group=pairs[rank % 2])
dist.barrier()
