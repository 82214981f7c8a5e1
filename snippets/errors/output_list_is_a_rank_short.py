"""all_gather is given a list for three of four ranks.

$ torchrun --nproc-per-node 4 snippets/errors/output_list_is_a_rank_short.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: ProcessGroupGloo::allgather: invalid output tensor list"
# asserts = ['raises("RuntimeError: ProcessGroupGloo::allgather: invalid output", rank=0, at="dist.all_gather(")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region gather
whole = [torch.zeros(1) for _ in range(3)]  # key line, else: whole = [torch.zeros(1) for _ in range(4)]
dist.all_gather(whole, value)
print(f"rank {rank}: {[one.item() for one in whole]}")
# endregion

dist.destroy_process_group()
