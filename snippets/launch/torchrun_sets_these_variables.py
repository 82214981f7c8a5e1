"""torchrun gives both ranks the same variables, but for their numbers and the file for their error.

$ python snippets/launch/torchrun_sets_these_variables.py
"""
# /// script
# [tool.lockstep]
# volatile = ["^MASTER_", "^TORCHELASTIC_RUN_ID"]
# ///
import json
import os
import subprocess
import sys
from pathlib import Path

if "RANK" in os.environ:  # this process is a rank: it only notes what it was given
    Path(f"rank{os.environ['RANK']}").write_text(json.dumps(dict(os.environ)))
    sys.exit()

before = {name: value for name, value in os.environ.items() if not name.startswith("PET_")}
before.pop("OMP_NUM_THREADS", None)  # as in a new shell

# region launch
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
command = [*torchrun, "--nproc-per-node", "2", __file__]
subprocess.run(command, env=before, capture_output=True)  # key line -> FileNotFoundError: [Errno 2]
ranks = [json.loads(Path(f"rank{rank}").read_text()) for rank in (0, 1)]
for name in sorted(ranks[0].keys() - before.keys()):
    values = [rank[name].rpartition("attempt_0/")[2] for rank in ranks]
    print(name, *dict.fromkeys(values))  # once, where both have the same
# endregion

own = {name for name in ranks[0] if ranks[0][name] != ranks[1][name]}
assert own == {"RANK", "LOCAL_RANK", "ROLE_RANK", "TORCHELASTIC_ERROR_FILE"}
assert [rank["OMP_NUM_THREADS"] for rank in ranks] == ["1", "1"]
