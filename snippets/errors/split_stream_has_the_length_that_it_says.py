"""Split among the workers, the stream gives as many samples as it says.

$ python snippets/errors/split_stream_has_the_length_that_it_says.py
"""
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


# region length
class Stream(IterableDataset):
    def __len__(self):
        return 8

    def __iter__(self):
        worker = get_worker_info()
        yield from range(8)[worker.id :: worker.num_workers]  # key line, else: yield from range(8)


loader = DataLoader(Stream(), batch_size=None, num_workers=2)
said, read = len(loader), len(list(loader))
print("batches said:", said)
print("batches read:", read)
# endregion

assert said == read == 8
