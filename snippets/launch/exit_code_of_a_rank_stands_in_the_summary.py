"""torchrun returns 1 however a rank ends; the code of the rank stands in the summary.

$ python snippets/launch/exit_code_of_a_rank_stands_in_the_summary.py
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

if "RANK" in os.environ:  # this process is a rank
    if os.environ["RANK"] == "1" and sys.argv[1] == "exit":
        sys.exit(3)
    if os.environ["RANK"] == "1":
        os.kill(os.getpid(), signal.SIGKILL)  # as the kernel does when memory is short
    signal.pause()  # rank 0 has more to do

torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
command, codes = [*torchrun, "--nproc-per-node", "2", __file__], {}

# region launch
for end in ("exit", "kill"):
    job = subprocess.run([*command, end], capture_output=True, text=True)
    summary = job.stderr.partition("Root Cause")[2]
    own = re.search(r"exitcode +: (-?\d+)", summary)[1]
    codes[end] = (int(own), job.returncode)  # key line, else: codes[end] = (int(own), int(own))
    print(f"{end}: rank 1 ended with {own}, torchrun with {codes[end][1]}")
# endregion

assert codes["exit"][0] == 3  # shows: three
assert codes["kill"][0] == -9  # shows: minus
assert codes["exit"][1] == codes["kill"][1] == 1  # shows: ends-returns
