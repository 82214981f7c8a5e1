"""A rank that receives from itself gets past the check of torch, and gloo finds no connection.

$ torchrun --nproc-per-node 2 snippets/errors/recv_from_itself_finds_no_pair.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Pair is not connected"
# asserts = [
#   'raises("RuntimeError: Pair is not connected", rank=0) and not complains("Invalid source rank", rank=0)',
# ]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region pass
left = (rank - 1) % 1  # key line, else: left = (rank - 1) % world_size
if rank == 0:
    dist.recv(value, left)
else:
    dist.send(value, 0)
print(f"rank {rank}: {value.item()}")
# endregion

dist.destroy_process_group()
