"""With @record each rank writes an error file, and the summary of torchrun holds its traceback.

$ python snippets/errors/summary_with_record_holds_the_traceback.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import re
import subprocess
import sys

import torch
import torch.distributed as dist
from torch.distributed.elastic.multiprocessing.errors import record

samples = [{"image": torch.ones(1)} for _ in range(4)]
samples[3] = {"img": torch.ones(1)}


# region train
@record  # key line
def main():
    dist.init_process_group("gloo")
    weight = torch.zeros(1, requires_grad=True)
    for sample in samples[dist.get_rank() :: 2]:
        (weight * sample["image"]).sum().backward()
        dist.all_reduce(weight.grad)
    dist.destroy_process_group()
# endregion


if "RANK" in os.environ:
    main()
    sys.exit()

# region summary
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
command = [*torchrun, "--nproc-per-node", "2", __file__]
job = subprocess.run(command, capture_output=True, text=True)
summary = re.split(r"\[\d\]:\n", job.stderr.partition("ChildFailedError")[2])
said = next((part for part in summary if "rank      : 1 " in part), "no rank failed")
stable = ("  rank", "  traceback", f'    File "{__file__}"', "  KeyError")
for line in said.split("\n"):
    if line.startswith(stable):
        print(line)
# endregion

assert "KeyError: 'image'" in said and "To enable traceback see" not in said
