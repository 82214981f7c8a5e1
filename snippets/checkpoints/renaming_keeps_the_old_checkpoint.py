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

assert step == 1  # shows: old-checkpoint-stays

def is_whole(path):
    """Whether a file loads."""
    try:
        return torch.load(path)["step"] > 0
    except RuntimeError:
        return False

assert not is_whole("checkpoint.tmp")  # shows: save-incomplete-file

def save_and_rename():
    for step in range(100):
        torch.save({"step": step + 1}, "next.tmp")
        os.replace("next.tmp", "checkpoint.pt")

writer = threading.Thread(target=save_and_rename)
writer.start()
reads = [is_whole("checkpoint.pt") for _ in range(100)]  # while the other thread writes
writer.join()
assert all(reads)  # shows: rename-atomic-readers
torch.save({"step": 1}, "next.tmp")
file = os.stat("next.tmp").st_ino
os.replace("next.tmp", "checkpoint.pt")
assert os.stat("checkpoint.pt").st_ino == file  # shows: same-folder-not-copied
with contextlib.suppress(TypeError):
    torch.save({"step": 2, "lock": threading.Lock()}, "checkpoint.pt")  # straight to the name
assert not is_whole("checkpoint.pt")  # shows: nothing-that-loads
