"""Ranks share out samples, workers share out batches: each worker loads every second batch of its rank.

$ torchrun --nproc-per-node 2 snippets/data/workers_take_whole_batches.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, DistributedSampler, get_worker_info


class Numbers(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, index):
        return torch.tensor([index, get_worker_info().id])


dist.init_process_group("gloo")
rank = dist.get_rank()
dataset, loaded = Numbers(), []

# region workers
sampler = DistributedSampler(dataset, shuffle=False)
loader = DataLoader(dataset, batch_size=2, sampler=sampler, num_workers=2)  # key line, else: loader = DataLoader(dataset, batch_size=2, sampler=sampler, num_workers=1)
for number, batch in enumerate(loader):
    samples, (worker, other) = batch.T.tolist()
    print(f"rank {rank}: batch {number} {samples} by worker {worker}")
    loaded.append((samples, worker, other))
# endregion

assert all(worker == other for _, worker, other in loaded)  # shows: whole-batches
assert [worker for _, worker, _ in loaded] == [0, 1, 0, 1]  # shows: every-second
assert [samples for samples, _, _ in loaded] == [[4 * n + rank, 4 * n + rank + 2] for n in range(4)]  # shows: order-kept
dist.destroy_process_group()
