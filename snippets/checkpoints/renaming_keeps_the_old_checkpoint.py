"""Written to a temporary name and renamed, a save that fails leaves the old checkpoint whole.

$ python snippets/checkpoints/renaming_keeps_the_old_checkpoint.py
"""
import contextlib
import os
import threading

import torch

# region crash
torch.save({"step": 1}, "checkpoint.pt")
path = "checkpoint.tmp"  # key line, else: path = "checkpoint.pt" -> RuntimeError: PytorchStreamReader failed
with contextlib.suppress(TypeError):  # a lock cannot be pickled: this save fails
    torch.save({"step": 2, "lock": threading.Lock()}, path)
    os.replace(path, "checkpoint.pt")  # reached only when the file is whole
step = torch.load("checkpoint.pt")["step"]
print("step", step)
# endregion

assert step == 1
