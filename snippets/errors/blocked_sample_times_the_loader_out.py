"""One sample that is never read: with a timeout the loader raises, and does not say which sample it was.

$ python snippets/errors/blocked_sample_times_the_loader_out.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: DataLoader timed out after 1 seconds"
# asserts = ['raises("RuntimeError: DataLoader timed out after 1 seconds", at="for batch in loader")']
# ///
import time

from torch.utils.data import DataLoader, Dataset


class Files(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, index):
        if index == 4:  # stands for a file on a mount that does not answer
            time.sleep(600)
        return index


# region read
loader = DataLoader(Files(), batch_size=2, num_workers=1, timeout=1)  # key line, else: loader = DataLoader(Files(), batch_size=4, num_workers=1, drop_last=True)
for batch in loader:
    print(batch.tolist(), flush=True)
# endregion
