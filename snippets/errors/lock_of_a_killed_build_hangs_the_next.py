"""A build that was killed leaves its lock, and the next process waits for it without end.

$ python snippets/errors/lock_of_a_killed_build_hangs_the_next.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# timeout = 5
# ///
import os
from pathlib import Path

from torch.utils.file_baton import FileBaton

os.makedirs("build")

# region load
Path("build/lock").touch()  # key line
lock = FileBaton("build/lock")  # as torch.utils.cpp_extension.load does
if lock.try_acquire():
    print("builds")
    lock.release()
else:
    print("another process builds: waits", flush=True)
    lock.wait()
print("loads the extension")
# endregion

assert not os.path.exists("build/lock")
