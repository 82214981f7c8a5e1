"""One rank fails once: torchrun starts both again, with the next restart count and a log folder of its own.

$ python snippets/launch/restart_starts_every_rank_again.py
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

if "RANK" in os.environ:  # this process is a rank; it needs no torch for this
    rank, count = os.environ["RANK"], os.environ["TORCHELASTIC_RESTART_COUNT"]
    print(f"rank {rank}: restart {count} of {os.environ['TORCHELASTIC_MAX_RESTARTS']}", flush=True)
    if count == "0" and rank == "1":
        while not any(file.read_text() for file in Path("logs").glob("*/attempt_0/0/stdout.log")):
            pass  # rank 0 has not printed yet
        sys.exit(1)
    if count == "0":
        signal.pause()  # rank 0 has done nothing wrong
    sys.exit()

# region launch
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
command = [*torchrun, "--nproc-per-node", "2", "--max-restarts", "1"]  # key line, else: command = [*torchrun, "--nproc-per-node", "2"]
logs = ["--log-dir", "logs", "--redirects", "3"]
job = subprocess.run([*command, *logs, __file__], stderr=subprocess.DEVNULL)
files = sorted(Path("logs").glob("*/attempt_*/*/stdout.log"))
for file in files:
    print("/".join(file.parts[2:]), "->", file.read_text().strip())
print("torchrun returns", job.returncode)
# endregion

assert job.returncode == 0
assert "restart 1 of 1" in files[2].read_text() and "rank 0" in files[2].read_text()  # shows: ended-starts-again
assert files[2].parts[-3] == "attempt_1" and len(files) == 4  # shows: folder
