"""A job whose PATH leaves out the environment finds no torchrun, and its Python has no torch.

$ python snippets/errors/python_of_the_system_has_no_torchrun.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# expect = "exit 127"
# asserts = ["count('torchrun: command not found') == 1", "count('a rank runs the script') == 0"]
# ///
import os
import subprocess
import sys

if "RANK" in os.environ:  # this process is a rank
    print("a rank runs the script", flush=True)
    sys.exit()

start = f"torchrun --standalone --nproc-per-node 2 {__file__}"

# region start
path = "/usr/bin:/bin"  # key line, else: path = os.path.dirname(sys.executable) + ":/usr/bin:/bin"
job = subprocess.run(["bash", "-c", start], env={"PATH": path, "HOME": "/tmp"}, capture_output=True, text=True)
# endregion

print(job.stdout, end="")
print(job.stderr.partition("line 1: ")[2], end="")
sys.exit(job.returncode)
