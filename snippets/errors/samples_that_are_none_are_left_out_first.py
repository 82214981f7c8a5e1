"""Samples that cannot be read are left out before the ranks share the rest.

$ python snippets/errors/samples_that_are_none_are_left_out_first.py
"""
import torch
from torch.utils.data import DataLoader, Dataset, Subset

FILES = ["", "1.0", "2.0", "3.0"]  # the first one is empty


# region data
class Readings(Dataset):
    def __len__(self):
        return len(FILES)

    def __getitem__(self, index):
        return index, torch.tensor(float(FILES[index])) if FILES[index] else None


readings = Readings()
usable = range(len(readings))
usable = [at for at in usable if readings[at][1] is not None]  # key line -> TypeError: default_collate: batch must
for indices, values in DataLoader(Subset(readings, usable), batch_size=3):
    print("indices:", indices.tolist(), "values:", values.tolist())
# endregion

assert indices.tolist() == [1, 2, 3]
