import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
rows = 8 if rank != 3 else 5  # the last batch
dist.all_reduce(torch.ones(rows, 16))
