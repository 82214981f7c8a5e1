"""A sample that could not be read is None, and a batch cannot be made of it.

$ python snippets/errors/sample_that_is_none_does_not_collate.py
"""
# /// script
# [tool.lockstep]
# expect = "TypeError: default_collate: batch must contain tensors"
# asserts = ['''raises("TypeError: found <class 'NoneType'>", at="for batch in loader")''']
# ///
import torch
from torch.utils.data import DataLoader, Dataset

FILES = ["", "1.0", "2.0", "3.0"]  # the first one is empty


# region data
class Readings(Dataset):
    def __len__(self):
        return len(FILES)

    def __getitem__(self, index):
        if not FILES[index]:
            return index, None  # key line, else: return index, torch.tensor(0.0)
        return index, torch.tensor(float(FILES[index]))


loader = DataLoader(Readings(), batch_size=2)
for batch in loader:
    print("batch:", batch)
# endregion
