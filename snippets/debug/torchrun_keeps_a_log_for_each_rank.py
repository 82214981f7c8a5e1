"""With --log-dir and --redirects torchrun keeps what each rank prints in files of its own.

$ python snippets/debug/torchrun_keeps_a_log_for_each_rank.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import subprocess
import sys
from pathlib import Path

import torch.distributed as dist

if "RANK" in os.environ:
    dist.init_process_group("gloo")
    dist.barrier()  # gloo may still connect the other rank, which fails if this one ends first
    print("rank", dist.get_rank(), "trains", flush=True)
    dist.destroy_process_group()
    sys.exit()

# region logs
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
options = ["--nproc-per-node", "2", "--log-dir", "logs"]
options += ["--redirects", "3"]  # key line
job = subprocess.run([*torchrun, *options, __file__], capture_output=True, text=True)
print("terminal:", job.stdout.strip() or "nothing")
for log in sorted(Path("logs").glob("*/attempt_0/*/stdout.log")):
    print(f"{log.parent.name}/{log.name}: {log.read_text().strip()}")
# endregion

assert job.stdout == ""  # shows: nothing-terminal
assert len(list(Path("logs").glob("*/attempt_0/*/stdout.log"))) != 1  # refutes: one-file-all
assert log.read_text() == "rank 1 trains\n"  # shows: file-each-rank
