"""An epoch in shared memory is read by all workers, also by those that live on.

$ python snippets/errors/shared_epoch_reaches_the_workers.py
"""
import torch
from torch.utils.data import DataLoader, Dataset


class Stages(Dataset):
    def __init__(self):
        self.epoch = torch.zeros(1, dtype=torch.long).share_memory_()  # key line, else: self.epoch = torch.zeros(1, dtype=torch.long)

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.epoch.item()


# region epochs
dataset, seen = Stages(), []
loader = DataLoader(dataset, num_workers=1, persistent_workers=True, prefetch_factor=1)
for epoch in range(3):
    dataset.epoch.fill_(epoch)
    seen += [batch.item() for batch in loader]
    print(f"epoch {epoch}: the worker has {seen[-1]}")
# endregion

assert seen == [0, 0, 1, 1, 2, 2]
