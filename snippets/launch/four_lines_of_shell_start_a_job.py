"""Four lines of shell start a job without any launcher: they set four variables.

$ python snippets/launch/four_lines_of_shell_start_a_job.py
"""
import os
import socket
import subprocess
import sys
from datetime import timedelta

if "RANK" in os.environ:  # this process was started by the shell below
    import torch
    import torch.distributed as dist

    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    total = torch.tensor(dist.get_rank() + 1.0)
    dist.all_reduce(total)
    sys.exit(print(f"rank {dist.get_rank()} of {dist.get_world_size()}: sum {total.item()}"))

with socket.socket() as probe:  # a port that is free at this moment
    probe.bind(("localhost", 0))
    port = probe.getsockname()[1]


def shell(*lines):
    return subprocess.run(["sh", "-c", "\n".join(lines)], capture_output=True, text=True).stdout


# region shell
train = f"{sys.executable} {__file__}"
said = shell(
    f"export MASTER_ADDR=localhost MASTER_PORT={port} WORLD_SIZE=2",
    f"RANK=0 {train} &",
    f"RANK=1 {train} &",  # key line
    "wait",
)
for line in sorted(said.splitlines()):
    print(line)
# endregion

assert sorted(said.splitlines()) == ["rank 0 of 2: sum 3.0", "rank 1 of 2: sum 3.0"]
