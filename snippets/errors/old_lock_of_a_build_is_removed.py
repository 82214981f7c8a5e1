"""Before the first load, a lock that is older than any build takes is found and removed.

$ python snippets/errors/old_lock_of_a_build_is_removed.py
"""
import os
import time
from pathlib import Path

from torch.utils.file_baton import FileBaton

os.environ["TORCH_EXTENSIONS_DIR"] = "extensions"
for name, hours in (("killed", 5), ("building", 0)):
    os.makedirs(f"extensions/{name}")
    Path(f"extensions/{name}/lock").touch()
    os.utime(f"extensions/{name}/lock", (time.time() - 3600 * hours,) * 2)

# region remove
HOUR = 3600  # longer than any of the builds takes

cache = Path(os.environ["TORCH_EXTENSIONS_DIR"])
for lock in sorted(cache.rglob("lock")):
    is_old = time.time() - lock.stat().st_mtime > HOUR
    print(lock, "is old" if is_old else "may be in use")
    if is_old:
        lock.unlink()  # key line, else: pass

for lock in ("killed/lock", "building/lock"):
    print(lock, "is free:", FileBaton(str(cache / lock)).try_acquire())
# endregion

assert (cache / "building/lock").exists()
assert (cache / "killed/lock").stat().st_mtime > time.time() - 60  # made anew
