"""all_to_all with uneven splits: the sender chooses how many tokens a rank gets, and the receiver must know the number.

$ torchrun --nproc-per-node 2 snippets/collectives/all_to_all_takes_uneven_splits.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region tokens
tokens = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]][rank])
sends = [[1, 2], [2, 1]][rank]  # how many of them go to rank 0, to rank 1
coming = torch.zeros(world_size, dtype=torch.int64)
dist.all_to_all_single(coming, torch.tensor(sends))  # first the counts
received = torch.zeros(int(coming.sum()))
dist.all_to_all_single(received, tokens, coming.tolist(), sends)  # key line
print(f"rank {rank}: sends {sends}, gets {coming.tolist()}: {received.tolist()}")
# endregion

assert coming.tolist() == [[1, 2], [2, 1]][rank]  # shows: counts-first
assert received.tolist() == [[1.0, 4.0, 5.0], [2.0, 3.0, 6.0]][rank]  # shows: tokens-arrive-order-ranks
dist.destroy_process_group()
