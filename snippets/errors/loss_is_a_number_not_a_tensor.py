"""all_reduce is given the number of item(), not a tensor.

$ torchrun --nproc-per-node 2 snippets/errors/loss_is_a_number_not_a_tensor.py
"""
# /// script
# [tool.lockstep]
# expect = "TypeError: Invalid function argument"
# asserts = ['raises("TypeError: Invalid function argument", rank=0, at="dist.all_reduce(value)")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

loss = torch.tensor(0.5 + rank)

# region log
value = loss.item()
dist.all_reduce(value)  # key line, else: dist.all_reduce(loss)
print(f"rank {rank}: mean loss {value / world_size}")
# endregion

dist.destroy_process_group()
