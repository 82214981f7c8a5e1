"""The order in which the ranks of a failed job end: one first, once others have printed their tracebacks."""
import atexit
import time
from datetime import timedelta

import torch.distributed as dist


def ends_first(first, after):
    """If the job fails, rank `first` ends as soon as the ranks `after` have printed. torchrun then ends the others.

    The script has to destroy its process group in its last line: that tells a job that ends well.
    """
    rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
    size, limit = dist.get_world_size(), timedelta(seconds=100)  # less than the timeout of the programs

    def leave():
        if not dist.is_initialized():  # the script came to its last line
            return
        store.set(f"printed/{rank}", "")
        if rank == first:
            store.wait([f"printed/{other}" for other in after if other < size], limit)
        else:
            time.sleep(limit.total_seconds())  # torchrun ends it

    atexit.register(leave)
