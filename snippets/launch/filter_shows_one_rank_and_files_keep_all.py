"""The filter shows rank 0 alone in the terminal, with its name in front; the files keep what all ranks print.

$ python snippets/launch/filter_shows_one_rank_and_files_keep_all.py
"""
import os
import subprocess
import sys
from pathlib import Path

if "RANK" in os.environ:  # this process is a rank
    sys.exit(print(f"loss of rank {os.environ['RANK']}"))

# region launch
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
job = subprocess.run(
    [
        *torchrun, "--nproc-per-node", "2", "--log-dir", "logs", "--redirects", "0", "--tee", "3",
        "--local-ranks-filter=0",  # key line
        __file__,
    ],
    capture_output=True, text=True,
)  # fmt: skip
print("terminal:", job.stdout.split("\n")[:-1])
files = sorted(Path("logs").glob("*/attempt_0/*/stdout.log"))
print("files:", [file.read_text().strip() for file in files])
# endregion

assert job.stdout == "[default0]:loss of rank 0\n"  # shows: terminal-rank-0
assert [file.read_text() for file in files] == ["loss of rank 0\n", "loss of rank 1\n"]  # shows: files-both
