"""Two ranks with two workers each are six processes; a worker has one thread, and lives on if it is persistent.

$ torchrun --nproc-per-node 2 snippets/data/workers_are_processes_of_each_rank.py
"""
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset


class Who(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, index):
        return torch.tensor([os.getpid(), torch.get_num_threads()])


dist.init_process_group("gloo")
rank = dist.get_rank()

# region count
loader = DataLoader(Who(), num_workers=2, persistent_workers=True)  # key line, else: loader = DataLoader(Who(), num_workers=2)
first, second = [{tuple(one[0].tolist()) for one in loader} for epoch in range(2)]
workers = [None] * dist.get_world_size()
dist.all_gather_object(workers, {pid for pid, _ in first})
processes = len(set().union(*workers)) + dist.get_world_size()
print(f"rank {rank}: {len(first)} workers, threads {[n for _, n in first]}, the same in epoch 1: {first == second}")
if rank == 0:
    print(f"processes of the job: {processes}")
# endregion

assert len(first) == 2 and {threads for _, threads in first} == {1}  # shows: one-thread
assert first == second  # shows: same-workers
assert processes == 2 * (1 + 2) == 6  # shows: ranks-times-workers
dist.barrier()
dist.destroy_process_group()
