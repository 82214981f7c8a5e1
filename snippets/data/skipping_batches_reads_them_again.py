"""To skip 2 batches, islice reads their 8 samples again; a sampler that begins later reads none of them.

$ python snippets/data/skipping_batches_reads_them_again.py
"""
from itertools import islice

from torch.utils.data import BatchSampler, DataLoader, Dataset


class Counted(Dataset):
    reads = 0

    def __len__(self):
        return 20

    def __getitem__(self, index):
        self.reads += 1
        return index


# region skip
order = list(range(20))  # of this epoch
dataset = Counted()
slow = [batch.tolist() for batch in islice(DataLoader(dataset, batch_size=4, sampler=order), 2, None)]
print(f"islice: {dataset.reads} reads for {len(slow)} batches")

dataset.reads = 0
left = list(BatchSampler(order, 4, drop_last=False))[2:]  # key line, else: left = list(BatchSampler(order, 4, drop_last=False))
fast = [batch.tolist() for batch in DataLoader(dataset, batch_sampler=left)]
print(f"batches left out: {dataset.reads} reads for {len(fast)} batches")
# endregion

assert slow == fast == [[4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3] for n in (2, 3, 4)]  # shows: same-batches
assert dataset.reads == 12  # shows: reads-nothing-skipped
