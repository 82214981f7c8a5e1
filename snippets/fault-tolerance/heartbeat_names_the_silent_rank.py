"""Each rank leaves a key in the store at every step; who waits for these keys knows which rank has stopped, and where.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/heartbeat_names_the_silent_rank.py
"""
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo")
rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()


# region watch
def watch(step):
    """The first rank without a sign of life from this step."""
    for other in range(4):
        try:
            store.wait([f"beat/{other}/{step}"], timedelta(seconds=4))  # key line, else: pass
        except dist.DistStoreError:
            return other
    return None


silent = None
for step in range(4):
    if (rank, step) == (2, 2):
        store.wait(["seen"])  # it hangs, and its process lives
    store.set(f"beat/{rank}/{step}", "")
    if rank == 0 and silent is None:
        silent = watch(step)
        print(f"step {step}:", "all alive" if silent is None else f"rank {silent} is silent")
        if silent is not None:
            store.set("seen", "")
# endregion

assert rank != 0 or silent == 2  # shows: rank-2-silent
dist.barrier()
dist.destroy_process_group()
