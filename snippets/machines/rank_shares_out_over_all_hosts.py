"""Samples that are shared out by RANK are each read once, on whichever host.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d \
    --rdzv-endpoint node0:29400 snippets/machines/rank_shares_out_over_all_hosts.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read

# region read
rank = dist.get_rank()  # key line, else: rank = dist.get_rank() % 2
mine = range(rank, 8, dist.get_world_size())
reads[list(mine)] += 1
dist.all_reduce(reads)
print(f"reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [1, 1, 1, 1, 1, 1, 1, 1]
dist.destroy_process_group()
