"""With wait_all_ranks a monitored barrier names all ranks that are missing, not only the first.

$ torchrun --nproc-per-node 4 snippets/debug/roll_call_names_every_missing_rank.py
"""
# /// script
# [tool.lockstep]
# timeout = 30
# ///
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo")
rank, message = dist.get_rank(), ""
store = dist.distributed_c10d._get_default_store()

# region roll
roll = dist.new_group(backend="gloo")  # on GPUs too: NCCL has no roll call
if rank in (0, 2):  # ranks 1 and 3 are in another branch
    try:
        dist.monitored_barrier(
            roll, timedelta(seconds=6),
            wait_all_ranks=True,  # key line
        )
    except RuntimeError as error:
        message = str(error).splitlines()[0]
if rank == 0:
    print(message.split("] ")[-1])
# endregion

if rank == 0:
    store.set("called", "yes")
store.wait(["called"], timedelta(seconds=30))  # the missing ranks live on
assert rank or "Ranks 1, 3 failed to pass monitoredBarrier" in message  # shows: ranks-1-3
assert rank or "Rank 1 failed" not in message  # refutes: only-rank-1
assert rank or "Rank 2" not in message  # refutes: rank-2
dist.destroy_process_group()
