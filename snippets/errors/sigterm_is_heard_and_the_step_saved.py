"""A handler of SIGTERM lets all ranks stop after the same step, and rank 0 save it.

$ python snippets/errors/sigterm_is_heard_and_the_step_saved.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import signal
import subprocess
import sys
from pathlib import Path

import torch
import torch.distributed as dist


# region train
def main():
    asked = []
    signal.signal(signal.SIGTERM, lambda *_: asked.append(1))  # key line
    dist.init_process_group("gloo")
    stop = torch.zeros(1)
    while not stop:
        stop = torch.tensor([float(len(asked))])
        dist.all_reduce(stop)  # all stop at the same step
        print("step", flush=True)
    if dist.get_rank() == 0:
        Path("checkpoint").touch()
    dist.destroy_process_group()
# endregion


if "RANK" in os.environ:
    main()
    sys.exit()

# region stop
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
command = [*torchrun, "--nproc-per-node", "2", __file__]
job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
while "step" not in job.stdout.readline():
    pass
job.send_signal(signal.SIGTERM)
job.communicate()
print("checkpoint:", Path("checkpoint").exists())
# endregion

assert Path("checkpoint").exists()  # shows: rank-0-saves
