"""A stream says that it has 8 samples; two workers give 16, and the loader warns.

$ python snippets/errors/length_of_a_stream_is_that_of_one_worker.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("Length of IterableDataset")', 'says("was reported to be 8 (when accessing len(dataloader)), but 9 samples have been fetched")']
# ///
from torch.utils.data import DataLoader, IterableDataset


# region length
class Stream(IterableDataset):
    def __len__(self):
        return 8

    def __iter__(self):
        yield from range(8)


loader = DataLoader(Stream(), batch_size=None, num_workers=2)  # key line, else: loader = DataLoader(Stream(), batch_size=None)
print("batches said:", len(loader))
print("batches read:", len(list(loader)))
# endregion
