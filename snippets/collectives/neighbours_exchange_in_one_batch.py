"""In one batch of isend and irecv all ranks of a ring pass a value to the right, and nobody waits for a turn.

$ torchrun --nproc-per-node 4 snippets/collectives/neighbours_exchange_in_one_batch.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region shift
mine, left = torch.tensor([float(rank)]), torch.zeros(1)
batch = [dist.P2POp(dist.isend, mine, (rank + 1) % world_size)]
before = (rank - 1) % world_size
batch += [dist.P2POp(dist.irecv, left, before)]  # key line, else: batch += [dist.P2POp(dist.irecv, mine * 1, before)]
for request in dist.batch_isend_irecv(batch):
    request.wait()
print(f"rank {rank}: has {left.item()} from the left")
# endregion

assert left.item() == (rank - 1) % world_size
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
