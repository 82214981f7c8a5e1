"""The rank sets the epoch of its dataset; workers that live on have a copy from before, and see none of it.

$ python snippets/errors/persistent_workers_keep_the_old_epoch.py
"""
from torch.utils.data import DataLoader, Dataset


class Stages(Dataset):
    epoch = 0

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.epoch  # by which it would change the crops, say


# region epochs
dataset, seen = Stages(), []
loader = DataLoader(dataset, num_workers=1, persistent_workers=True)  # key line, else: loader = DataLoader(dataset, num_workers=1)
for epoch in range(3):
    dataset.epoch = epoch
    seen += [batch.item() for batch in loader]
    print(f"epoch {epoch}: the worker has {seen[-1]}")
# endregion

assert seen == [0, 0, 0, 0, 0, 0]
