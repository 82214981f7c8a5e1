"""Splits that are counted from the router sum to the tokens, and the counts are exchanged first.

$ torchrun --nproc-per-node 2 snippets/errors/splits_are_counted_from_the_router.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

tokens = torch.arange(4.0) + 10 * rank
router = torch.tensor([[0, 1, 1, 1], [0, 0, 1, 0]][rank])  # the rank that each token goes to

# region route
sends = torch.bincount(router, minlength=world_size)
coming = torch.zeros_like(sends)
dist.all_to_all_single(coming, sends)
order = router.argsort(stable=True)  # tokens of rank 0 first
received = torch.zeros(int(coming.sum()))
dist.all_to_all_single(received, tokens[order], coming.tolist(), sends.tolist())  # key line, else: pass
print(f"rank {rank}: {received.tolist()}")
# endregion

assert received.tolist() == [[0.0, 10.0, 11.0, 13.0], [1.0, 2.0, 3.0, 12.0]][rank]  # shows: by-router
dist.destroy_process_group()
