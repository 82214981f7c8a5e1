"""Eight workers for a rank that may use one CPU: the loader warns.

$ python snippets/errors/more_workers_than_cpus_warn.py
"""
import os
import warnings

from torch.utils.data import DataLoader

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as torchrun or Slurm may bind a rank

# region workers
with warnings.catch_warnings(record=True) as heard:
    DataLoader(range(8), num_workers=8)  # key line, else: DataLoader(range(8), num_workers=1)
print("CPUs of this rank:", len(os.sched_getaffinity(0)))
print(heard[0].message if heard else "no warning")
# endregion

assert heard and "will create 8 worker processes" in str(heard[0].message) and "system is 1" in str(heard[0].message)
