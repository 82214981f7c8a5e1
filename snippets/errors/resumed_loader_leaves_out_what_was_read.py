"""The batches that were done are left out of the order, so each sample is read once.

$ python snippets/errors/resumed_loader_leaves_out_what_was_read.py
"""
from itertools import islice

import torch
from torch.utils.data import BatchSampler, DataLoader

EPOCH = 0


# region resume
def loader(done):
    order = torch.randperm(8, generator=torch.Generator().manual_seed(EPOCH)).tolist()
    batches = list(BatchSampler(order, batch_size=2, drop_last=False))
    return DataLoader(range(8), batch_sampler=batches[done:])  # key line, else: return DataLoader(range(8), batch_sampler=batches)


read = [sample for batch in islice(loader(0), 2) for sample in batch.tolist()]
done = 2  # saved with the weights; the job stops here

read += [sample for batch in loader(done) for sample in batch.tolist()]
print(f"read: {read}, never: {sorted(set(range(8)) - set(read))}")
# endregion

assert sorted(read) == list(range(8))
