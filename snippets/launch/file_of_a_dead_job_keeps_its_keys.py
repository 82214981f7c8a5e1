"""A crashed job leaves the file of its store, and the next job reads the old keys.

$ python snippets/launch/file_of_a_dead_job_keeps_its_keys.py
"""
import os
import subprocess
import sys
from datetime import timedelta

import torch.distributed as dist

# region store
crash = """
import os, torch.distributed as dist
dist.FileStore("group", 2).set("address of rank 1", "an old port")
os._exit(1)  # nobody removes the file
"""
subprocess.run([sys.executable, "-c", crash])  # key line
store = dist.FileStore("group", 2)
store.set_timeout(timedelta(seconds=1))
found = store.check(["address of rank 1"])
print("the new job finds the old address:", found)
# endregion

assert found and store.get("address of rank 1") == b"an old port"  # shows: old-keys
os.remove("group")
assert not dist.FileStore("group", 2).check(["address of rank 1"])  # shows: removed-file
