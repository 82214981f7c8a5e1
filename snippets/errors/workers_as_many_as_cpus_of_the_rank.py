"""As many workers as the rank has CPUs: the loader says nothing.

$ python snippets/errors/workers_as_many_as_cpus_of_the_rank.py
"""
import os
import warnings

from torch.utils.data import DataLoader

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as torchrun or Slurm may bind a rank
RANKS = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))

# region workers
bound = len(os.sched_getaffinity(0))  # CPUs of this rank, if ranks are bound to theirs; else of the host
workers = max(bound // RANKS, 1)  # key line, else: workers = 8
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    loader = DataLoader(range(8), num_workers=workers)
print(f"workers: {workers}, warnings: {len(heard)}")
# endregion

assert workers == 1 and not heard
