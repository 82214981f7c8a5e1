"""The neighbour to the right is the next rank, modulo the world size.

$ torchrun --nproc-per-node 2 snippets/errors/neighbour_follows_from_the_world_size.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region pass
right = (rank + 1) % world_size
if rank == 0:
    dist.send(value, right)
else:
    dist.recv(value, 0)  # key line, else: dist.recv(torch.zeros(1), 0)
print(f"rank {rank}: {value.item()}")
# endregion

assert value.item() == 1.0
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
