"""A torch built without CUDA has no NCCL to make a group with.

$ torchrun --nproc-per-node 2 snippets/errors/nccl_is_not_built_in.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Distributed package doesn't have NCCL built in"
# ///
import torch
import torch.distributed as dist

# region train
dist.init_process_group("nccl")  # key line, else: dist.init_process_group("gloo")
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
