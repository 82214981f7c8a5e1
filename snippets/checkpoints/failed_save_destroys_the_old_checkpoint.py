"""A save that fails half-way destroys the checkpoint that was there.

$ python snippets/checkpoints/failed_save_destroys_the_old_checkpoint.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: PytorchStreamReader failed"
# asserts = ['raises("RuntimeError: PytorchStreamReader failed", at="torch.load") and not says("step 1")']
# ///
import contextlib
import threading

import torch

# region crash
torch.save({"step": 1}, "checkpoint.pt")
with contextlib.suppress(TypeError):  # a lock cannot be pickled: this save fails
    torch.save({"step": 2, "lock": threading.Lock()}, "checkpoint.pt")  # key line
print("step", torch.load("checkpoint.pt")["step"])
# endregion
