"""On two hosts the global rank passes the GPUs of a host on the second one, and the local rank does not.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d --rdzv-endpoint node0:29520 \
    snippets/errors/global_rank_passes_the_gpus_of_a_host.py
"""
import os

import torch.distributed as dist

GPUS = 2  # of each host, a rank for each

# region numbers
dist.init_process_group("gloo")
rank = dist.get_rank()
local_rank = int(os.environ["LOCAL_RANK"])  # key line, else: local_rank = rank
for name, number in (("get_rank()", rank), ("LOCAL_RANK", local_rank)):
    print(f"rank {rank}: {name} {'is a GPU' if number < GPUS else 'has no GPU'}")
# endregion

assert (rank < GPUS) == (int(os.environ["GROUP_RANK"]) == 0)
local_ranks = [None] * 4
dist.all_gather_object(local_ranks, local_rank)  # so that all ranks fail together, and no host waits for the other
assert max(local_ranks) < GPUS
dist.destroy_process_group()
