"""Two workers with a prefetch factor of 3: six batches are asked for ahead, each in shared memory.

$ python snippets/data/prefetched_batches_wait_in_shared_memory.py
"""
import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __len__(self):
        return 400

    def __getitem__(self, index):
        return torch.zeros(3, 256, 256)


class Counted:  # a batch sampler that knows how many batches it has handed out
    asked = 0

    def __iter__(self):
        for start in range(0, 400, 4):
            self.asked += 1
            yield range(start, start + 4)


# region prefetch
counted = Counted()
loader = DataLoader(Images(), batch_sampler=counted, num_workers=2, prefetch_factor=3)  # key line, else: loader = DataLoader(Images(), batch_sampler=counted, num_workers=2)
batches = iter(loader)
before = counted.asked
batch = next(batches)
print(f"asked for: {before} batches at the start, {counted.asked} after the first step")
print(f"a batch: {batch.nbytes:,} B, shared: {batch.is_shared()}")
print(f"ahead of the training: {before * batch.nbytes:,} B")
# endregion

assert before == 2 * 3  # shows: workers-times-factor
assert counted.asked == before + 1  # shows: one-for-each-taken
assert batch.is_shared() and before * batch.nbytes == 6 * 4 * 3 * 256 * 256 * 4  # shows: shared-memory
