"""Noise seeded by epoch and index is the same in one process and on two ranks with two workers each.

$ torchrun --nproc-per-node 2 snippets/data/seed_of_a_sample_survives_ranks_and_workers.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Noisy(Dataset):
    epoch = 0

    def __len__(self):
        return 8

    # region seed
    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(self.epoch * len(self) + index)  # key line, else: generator = torch.default_generator
        return index, torch.rand(1, generator=generator).item()

    # endregion


dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(rank)
dataset = Noisy()
sampler = DistributedSampler(dataset, shuffle=True)
loader = DataLoader(dataset, batch_size=2, sampler=sampler, num_workers=2)
mine = {int(n): noise for batch in loader for n, noise in zip(*[one.tolist() for one in batch])}
ranks = [None] * world_size
dist.all_gather_object(ranks, mine)
together = {index: noise for each in ranks for index, noise in each.items()}
alone = dict(dataset[index] for index in range(8))  # one process, no worker, in order
same = all(together[index] == alone[index] for index in range(8))
dataset.epoch = 1
other = dict(dataset[index] for index in range(8))
if rank == 0:
    print(f"same as in one process: {same}; sample 3: {alone[3]:.4f}, in epoch 1: {other[3]:.4f}")

assert same and len(together) == 8  # shows: noise-same
assert not set(alone.values()) & set(other.values())  # refutes: noise-epoch-returns
assert other[3] != alone[3]  # shows: next-epoch-another
assert len(set(alone.values())) == 8  # refutes: noise-two-equal
dist.destroy_process_group()
