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
assert [worker for _, worker, _ in loaded] == [0, 1, 0, 1]  # shows: every-second-batch
samples = [sample for samples, _, _ in loaded for sample in samples]
assert samples == list(range(rank, 16, 2))  # shows: workers-order-batches
assert len(set(samples)) == len(samples)  # refutes: both-workers-load
assert {sample % 2 for sample in samples} == {rank}  # refutes: indices-once-two-ranks
assert set(samples[:2]) < {0, 1, 2, 3}  # shows: samples-0-3
assert not set(samples[:2]) <= {0, 1}  # on both ranks  # refutes: samples-0-1
assert not {8, 9} & set(samples[:2])  # refutes: samples-8-9
dist.destroy_process_group()
