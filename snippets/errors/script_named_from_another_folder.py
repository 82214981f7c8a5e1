"""A job that starts in another folder does not find its script: its rank ends with exit code 2.

$ python snippets/errors/script_named_from_another_folder.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# expect = "exit 1"
# asserts = ["count(\"can't open file\") == 1", "count('exitcode  : 2') == 1"]
# ///
import os
import subprocess
import sys

if "RANK" in os.environ:  # this process is a rank
    print("a rank runs the script", flush=True)
    sys.exit()

torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "1"]
script = os.path.relpath(__file__)  # as it is typed in the folder of the project

# region start
folder = "/usr"  # key line, else: folder = "."
job = subprocess.run([*torchrun, script], cwd=folder, capture_output=True, text=True)
# endregion

for line in job.stderr.splitlines():
    if "can't open file" in line:
        print(line[line.index("can't") :])
    if "exitcode  :" in line:
        print(line.strip().partition(" (pid")[0])
sys.exit(job.returncode)
