"""Inside join a rank that is out of batches takes part with zeros until the last rank is done.

$ torchrun --nproc-per-node 2 snippets/ddp/join_lets_ranks_finish_early.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region join
batches = [torch.ones(1, 1)] * (3 - rank)  # rank 0 has 3, rank 1 has 2
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
with model.join():  # key line -> hang
    for number, batch in enumerate(batches, 1):
        model.zero_grad()
        model(batch).sum().backward()
        gradient = next(model.parameters()).grad.item()
        print(f"rank {rank}: batch {number} of {len(batches)}, gradient {gradient}")
# endregion

assert gradient == (0.5 if rank == 0 else 1.0)  # (1 + 0) / 2 in the third, (1 + 1) / 2 before
dist.barrier()  # without it torch 2.13 on gloo aborts at exit now and then: join leaves work behind
dist.destroy_process_group()
