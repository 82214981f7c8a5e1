"""A checkpoint that is written on another disk cannot be renamed into its place.

$ python snippets/errors/checkpoint_is_renamed_from_another_disk.py
"""
# /// script
# [tool.lockstep]
# expect = "OSError: [Errno 18] Invalid cross-device link"
# asserts = ['raises("OSError: [Errno 18]", at="os.replace")']
# ///
import atexit
import os
import shutil
from pathlib import Path

import torch

scratch = Path("/dev/shm/scratch-of-this-host")  # another file system, as a local disk beside a shared one
scratch.mkdir(exist_ok=True)
atexit.register(shutil.rmtree, scratch)

# region save
temporary = scratch / "checkpoint.pt"  # key line, else: temporary = Path("checkpoint.tmp")
torch.save({"step": 10}, temporary)
os.replace(temporary, "checkpoint.pt")
print("saved step", torch.load("checkpoint.pt")["step"])
# endregion
