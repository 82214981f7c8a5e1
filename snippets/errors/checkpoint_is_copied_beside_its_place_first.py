"""Copied beside its place and then renamed, a checkpoint from another disk is never there in part.

$ python snippets/errors/checkpoint_is_copied_beside_its_place_first.py
"""
import atexit
import os
import shutil
from pathlib import Path

import torch

scratch = Path("/dev/shm/scratch-of-this-host")  # another file system, as a local disk beside a shared one
scratch.mkdir(exist_ok=True)
atexit.register(shutil.rmtree, scratch)

# region save
local = scratch / "checkpoint.pt"
torch.save({"step": 10}, local)
temporary = shutil.copy(local, "checkpoint.tmp")  # key line, else: temporary = local -> OSError: [Errno 18]
os.replace(temporary, "checkpoint.pt")
print("saved step", torch.load("checkpoint.pt")["step"])
# endregion

assert not os.path.exists("checkpoint.tmp")
assert torch.load("checkpoint.pt")["step"] == torch.load(local)["step"]  # shows: both-disks-same-step
