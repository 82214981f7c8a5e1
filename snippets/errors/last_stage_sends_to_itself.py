"""A stage that computes its neighbour with modulo one sends to itself.

$ torchrun --nproc-per-node 2 snippets/errors/last_stage_sends_to_itself.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Invalid destination rank"
# asserts = ['raises("ValueError: Invalid destination rank", rank=0, at="dist.send(value, right)")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region pass
right = (rank + 1) % 1  # key line, else: right = (rank + 1) % world_size
if rank == 0:
    dist.send(value, right)
else:
    dist.recv(value, 0)
print(f"rank {rank}: {value.item()}")
# endregion

dist.destroy_process_group()
