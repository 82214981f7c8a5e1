import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
value = torch.ones(4)

pairs = dist.new_group([0, 1]), dist.new_group([1, 2]), dist.new_group([2, 0])
group = pairs[rank]
dist.all_reduce(value, group=group)
