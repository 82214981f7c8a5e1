import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

first, second = dist.new_group([0, 1]), dist.new_group([0, 1])
order = (first, second) if rank == 0 else (second, first)
for group in order:
    dist.all_reduce(value, group=group)
