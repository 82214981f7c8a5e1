"""Without --kill-on-bad-exit, srun waits for the tasks that wait for the one that failed.

$ srun --nodes 2 --ntasks 4 \
    python snippets/launch/failed_task_leaves_the_others_waiting.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# timeout = 15
# asserts = ['waits("store.wait", rank=0) and waits("store.wait", rank=3) and says("rank 2: no data")']
# ///
import os
import sys

import torch.distributed as dist

# region fail
rank = int(os.environ["SLURM_PROCID"])
store = dist.TCPStore("node0", 29500, 4, is_master=rank == 0)
if rank == 2:
    print("rank 2: no data", flush=True)
    sys.exit(3)  # key line
if rank == 2:
    store.set("loaded", "yes")
store.wait(["loaded"])
print(f"rank {rank}: done")
# endregion

if store.add("left", 1) == 4:
    store.set("all left", "yes")
store.wait(["all left"])  # rank 0 holds the store
