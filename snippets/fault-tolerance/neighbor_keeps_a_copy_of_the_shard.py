"""Each rank keeps a copy of its neighbor's shard; a rank that lost its own gets it back, and no step is redone.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/neighbor_keeps_a_copy_of_the_shard.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, size = dist.get_rank(), dist.get_world_size()
right, left = (rank + 1) % size, (rank - 1) % size
shard = torch.full((2,), float(rank))  # in a real job weights and moments of FSDP
copy = torch.zeros(2)  # of the shard of the left neighbor


def update(shard, step):
    return 0.9 * shard + step


# region step
def pass_on(shard, copy):
    sending = dist.isend(shard.clone(), right)
    dist.recv(copy, left)
    sending.wait()


for step in range(5):
    shard = update(shard, step)
    pass_on(shard, copy)  # key line
    if step == 3:
        if rank == 2:
            shard, copy = torch.zeros(2), torch.zeros(2)  # a new process in its place
            dist.recv(shard, right)
        if rank == 3:
            dist.send(copy, left)
print(f"rank {rank}: shard {shard[0].item():.3f}, copy of rank {left}: {copy[0].item():.3f}")
# endregion

expected = torch.full((2,), float(rank))
for step in range(5):
    expected = update(expected, step)
assert torch.equal(shard, expected)  # shows: as-uninterrupted
dist.destroy_process_group()
