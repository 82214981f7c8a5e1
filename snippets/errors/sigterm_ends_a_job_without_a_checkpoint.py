"""A job that gets SIGTERM ends at once, and with it what was not saved.

$ python snippets/errors/sigterm_ends_a_job_without_a_checkpoint.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import torch
import torch.distributed as dist


# region train
def main():
    dist.init_process_group("gloo")
    is_end = torch.zeros(1)
    while not is_end:
        is_end = torch.tensor([float(Path("end").exists())])
        dist.all_reduce(is_end)
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
job.send_signal(signal.SIGTERM)  # key line, else: Path("end").touch()
errors = job.communicate()[1]
for line in re.findall(r"SignalException: .*", errors):
    print(re.sub(r"\d+ got", "N got", line))
print("checkpoint:", Path("checkpoint").exists())
# endregion

assert not Path("checkpoint").exists()
