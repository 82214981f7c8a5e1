"""A rank that the kernel kills prints nothing; the tracebacks come from the ranks that outlive it.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_4.py
"""
# /// script
# [tool.lockstep]
# expect = "SIGKILL"
# asserts = [
#   'raises("SIGKILL", rank=1) and not complains("Traceback", rank=1)',
#   'complains("Traceback", rank=0) or complains("Traceback", rank=2)',
# ]
# timeout = 150
# log = true
# ///
import atexit
import os
import signal
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
atexit.register(time.sleep, 1)  # torchrun sees whoever fails first end first

lengths = [300, 500, 200, 400, 500, 300, 400, 200, 300, 200, 400, 300]
lengths[5] = 90_000  # key line


def pad(length):
    if length > 10_000:  # stands for the kernel, which is out of memory
        os.kill(os.getpid(), signal.SIGKILL)
    return torch.ones(length)


# region train
for step, length in enumerate(lengths[rank::world_size]):
    print(f"rank {rank}: step {step}")
    tokens = pad(length)
    loss = tokens.mean()
    dist.all_reduce(loss)
# endregion

dist.destroy_process_group()
