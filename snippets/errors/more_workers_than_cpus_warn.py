"""Eight workers for a rank that may use one CPU: the loader warns.

$ python snippets/errors/more_workers_than_cpus_warn.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("This DataLoader will create 8 worker processes in total. Our suggested max number of worker in current system is 1")']
# ///
import os

from torch.utils.data import DataLoader

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as torchrun or Slurm may bind a rank

# region workers
loader = DataLoader(range(8), num_workers=8)  # key line, else: loader = DataLoader(range(8), num_workers=1)
print("CPUs of this rank:", len(os.sched_getaffinity(0)))
print("samples:", len(list(loader)))
# endregion
