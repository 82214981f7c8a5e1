"""The launcher is a module of torch: a Python that has torch needs no PATH to find it.

$ python snippets/errors/launcher_of_this_python_is_a_module.py
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

start = ["--standalone", "--nproc-per-node", "2", __file__]
outside = {"PATH": "/usr/bin:/bin", "HOME": "/tmp"}

# region start
module = "torch.distributed.run"
launcher = [sys.executable, "-m", module]  # key line, else: launcher = ["torchrun"] -> FileNotFoundError: [Errno 2]
job = subprocess.run([*launcher, *start], env=outside, capture_output=True, text=True)
print(job.stdout, end="")
# endregion

assert job.returncode == 0, job.stderr
assert job.stdout.count("a rank runs the script") == 2
