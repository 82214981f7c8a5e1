"""One process reads 24 samples in a random order, 8 in each batch.

$ python snippets/data/one_process_reads.py
"""
import torch
from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):  # each sample is its own number
    def __len__(self):
        return 24

    def __getitem__(self, index):
        return index


torch.manual_seed(0)
dataset, read = Numbers(), []

# region read
loader = DataLoader(
    dataset, 8,
    shuffle=True,  # key line, else: shuffle=False,
)
for epoch in range(2):
    seen = sum((batch.tolist() for batch in loader), [])
    read.append(seen)
print(read)
# endregion

assert sorted(read[0]) == sorted(read[1]) == list(range(24))
assert read[0] != read[1] and read[0] != sorted(read[0])
