"""Each flag of torchrun has a variable, PET_ and its name in capitals; a typed flag wins.

$ python snippets/launch/variables_stand_in_for_the_flags.py
"""
import os
import subprocess
import sys
from pathlib import Path

if "RANK" in os.environ:  # this process is a rank
    Path(sys.argv[1]).write_text(os.environ["WORLD_SIZE"])
    sys.exit()

# region launch
torchrun = [sys.executable, "-m", "torch.distributed.run"]
pod = {**os.environ, "PET_STANDALONE": "1", "PET_NPROC_PER_NODE": "2"}
subprocess.run([*torchrun, __file__, "a"], env=pod, stderr=-3)  # key line -> FileNotFoundError: [Errno 2]
subprocess.run([*torchrun, "--nproc-per-node", "1", __file__, "b"], env=pod, stderr=-3)
print("PET_NPROC_PER_NODE=2:", Path("a").read_text(), "ranks")
print("and --nproc-per-node 1:", Path("b").read_text(), "rank")
# endregion

assert (Path("a").read_text(), Path("b").read_text()) == ("2", "1")
