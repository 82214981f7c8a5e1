"""A broadcast along a tree: in each round every rank that has the value sends it on, so four ranks need two rounds.

$ torchrun --nproc-per-node 4 snippets/collectives/tree_broadcast_doubles_who_has_it.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region tree
value = torch.tensor([7.0 if rank == 0 else 0.0])
have = 1  # ranks 0 to have - 1 hold the value
while have < world_size:
    if have <= rank < 2 * have:
        dist.recv(value, rank - have)  # key line
        print(f"rank {rank}: {value.item()} from rank {rank - have}")
    elif rank < have:
        dist.send(value, rank + have)
    have *= 2
# endregion

assert value.item() == 7.0  # shows: every-rank-has
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
