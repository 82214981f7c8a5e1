import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
dist.barrier()
numbers = torch.ones(4, dtype=torch.float64 if rank == 1 else torch.float32)
dist.all_reduce(numbers)
