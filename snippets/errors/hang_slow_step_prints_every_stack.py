"""A step that takes too long prints the stack of every rank and ends the job.

$ torchrun --standalone --nproc-per-node 4 snippets/errors/hang_slow_step_prints_every_stack.py
"""
# /// script
# [tool.lockstep]
# expect = "exit 1"
# asserts = [
#   'raises("exit 1") and complains("in load", rank=2) and complains("in all_reduce", rank=0)',
#   'raises("exit 1") and complains("in all_reduce", rank=1) and complains("in all_reduce", rank=3)',
# ]
# timeout = 60
# ///
import faulthandler
import signal
import time
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
for step in range(2):
    if (step, rank) != (1, 2):  # the second shard of rank 2 is never downloaded
        Path(f"shard_{step}_{rank}.txt").write_text("1.0")
dist.barrier()


# region train
faulthandler.register(signal.SIGTERM, chain=True)  # torchrun sends it


def load(path):
    while not path.exists():  # another job downloads it
        time.sleep(0.1)
    return torch.tensor(float(path.read_text()))


for step in range(2):
    faulthandler.dump_traceback_later(5, exit=True)  # key line -> hang
    loss = load(Path(f"shard_{step}_{rank}.txt"))
    dist.all_reduce(loss)
    print(f"rank {rank}: step {step}, loss {loss.item() / 4}")
# endregion

dist.destroy_process_group()
