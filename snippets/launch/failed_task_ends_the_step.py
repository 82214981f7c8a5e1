"""With --kill-on-bad-exit, one task that exits 3 ends all tasks, and srun exits 3.

$ srun --nodes 2 --ntasks 4 --kill-on-bad-exit \
    python snippets/launch/failed_task_ends_the_step.py
"""
# /// script
# [tool.lockstep]
# expect = "exit 3"
# log = true
# asserts = ['first() == 2 and says("rank 2: no data") and not says("rank 3: done")']
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
