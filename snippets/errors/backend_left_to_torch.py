"""Without a name torch takes the backend of the accelerator that it was built for, and gloo without one.

$ torchrun --nproc-per-node 2 snippets/errors/backend_left_to_torch.py
"""
import torch
import torch.distributed as dist

# region train
dist.init_process_group()  # key line, else: dist.init_process_group("nccl") -> RuntimeError: Distributed package doesn't have NCCL built in
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
