"""SIGTERM reaches rank 1 alone; all ranks save after the same step, and end with a code that asks to be started again.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/one_rank_is_told_and_all_save_the_same_step.py
"""
# /// script
# [tool.lockstep]
# expect = "exit 75"
# asserts = ['count("saved after step 2") == 4']
# ///
import os
import signal
import sys

import torch
import torch.distributed as dist

told = []
signal.signal(signal.SIGTERM, lambda *_: told.append(True))
dist.init_process_group("gloo")
rank = dist.get_rank()

# region train
for step in range(5):
    if (rank, step) == (1, 2):
        os.kill(os.getpid(), signal.SIGTERM)  # as a cloud that wants its machine back
    stop = torch.tensor(float(len(told)))
    dist.all_reduce(stop, dist.ReduceOp.MAX)  # key line, else: dist.all_reduce(stop, dist.ReduceOp.MIN)
    if stop:
        print(f"rank {rank}: saved after step {step}, told: {bool(told)}", flush=True)
        dist.barrier()
        sys.exit(75)  # EX_TEMPFAIL: not an error of the program
# endregion
