"""A stream says that it has 8 samples; two workers give 16, and the loader warns.

$ python snippets/errors/length_of_a_stream_is_that_of_one_worker.py
"""
import warnings

from torch.utils.data import DataLoader, IterableDataset


# region length
class Stream(IterableDataset):
    def __len__(self):
        return 8

    def __iter__(self):
        yield from range(8)


loader = DataLoader(Stream(), batch_size=None, num_workers=2)  # key line, else: loader = DataLoader(Stream(), batch_size=None)
print("batches said:", len(loader))
with warnings.catch_warnings(record=True) as heard:
    read = len(list(loader))
print("batches read:", read)
print("length", str(heard[0].message).partition(" was ")[2].partition(". ")[0] if heard else "as said")
# endregion

assert read == 16 and heard
assert "reported to be 8" in str(heard[0].message) and "but 9 samples" in str(heard[0].message)
