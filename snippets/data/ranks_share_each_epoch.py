"""Four ranks read 24 samples once an epoch, in another order each time.

$ torchrun --nproc-per-node 4 snippets/data/ranks_share_each_epoch.py
"""
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Numbers(Dataset):  # each sample is its own number
    def __len__(self):
        return 24

    def __getitem__(self, index):
        return index


dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
dataset, read = Numbers(), []

# region read
sampler = DistributedSampler(dataset, drop_last=True)
loader = DataLoader(
    dataset, 8 // world_size,
    sampler=sampler,  # key line, else: shuffle=True,
)
for epoch in range(2):
    sampler.set_epoch(epoch)
    seen = sum((batch.tolist() for batch in loader), [])
    read.append(seen)
print(f"rank {rank}: {read}")
# endregion

ranks = [None] * world_size
dist.all_gather_object(ranks, read)
for epoch in range(2):
    assert sorted(sum((each[epoch] for each in ranks), [])) == list(range(24))  # shows: each-sample-once
assert read[0] != read[1]  # shows: another-order
assert len(loader) == 3 and len(read[0]) == 6  # shows: as-many-steps
dist.destroy_process_group()
