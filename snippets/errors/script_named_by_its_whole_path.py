"""A job that is given the whole path of its script finds it from any folder.

$ python snippets/errors/script_named_by_its_whole_path.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import subprocess
import sys

if "RANK" in os.environ:  # this process is a rank
    print("a rank runs the script\n", end="")  # in one piece: torchrun's ranks do not buffer, and two share a line
    sys.exit()

torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
script = os.path.relpath(__file__)  # as it is typed in the folder of the project

# region start
script = os.path.abspath(script)  # key line
job = subprocess.run([*torchrun, script], cwd="/usr", capture_output=True, text=True)
print(job.stdout.strip())
# endregion

assert job.returncode == 0
assert job.stdout.count("a rank runs the script") == 2
