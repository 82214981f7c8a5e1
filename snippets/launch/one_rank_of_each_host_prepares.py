"""Local rank 0 prepares once on its host, and the others wait at a barrier.

$ torchrun --nproc-per-node 4 snippets/launch/one_rank_of_each_host_prepares.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.barrier()"
# stays = "Without it a rank may read before the file is there: a matter of time, which one run does not show."
# ///
import os
from pathlib import Path

import torch.distributed as dist

dist.init_process_group("gloo")
rank, local_rank = dist.get_rank(), int(os.environ["LOCAL_RANK"])

# region prepare
if local_rank == 0:  # key line, else: if True:
    with open("prepared", "a") as file:
        file.write("x")
dist.barrier()
times = len(Path("prepared").read_text())
print(f"rank {rank}: prepared {times} time on this host")
# endregion

every = [None] * dist.get_world_size()
dist.all_gather_object(every, times)
dist.barrier()
assert times == 1 and every == [1] * len(every)  # shows: local-once
dist.destroy_process_group()
