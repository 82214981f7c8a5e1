"""An order of ends: one rank ends a job that failed, once others have printed their tracebacks."""
import atexit
import time
from datetime import timedelta

import torch.distributed as dist


def ends_first(first, after):
    """If the job fails, rank `first` ends as soon as the ranks `after` have printed. The others wait for torchrun."""
    rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
    size, limit = dist.get_world_size(), timedelta(seconds=100)

    def leave():
        if not dist.is_initialized():  # the script came to its last line
            return
        store.set(f"printed/{rank}", "")
        if rank == first:
            store.wait([f"printed/{other}" for other in after if other < size], limit)
        else:
            time.sleep(limit.total_seconds())  # torchrun ends it

    atexit.register(leave)
