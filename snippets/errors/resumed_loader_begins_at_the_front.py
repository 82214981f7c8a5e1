"""A job resumes with weights and optimizer, and its loader begins the epoch again: 4 samples count twice, 4 never.

$ python snippets/errors/resumed_loader_begins_at_the_front.py
"""
from itertools import islice

import torch
from torch.utils.data import DataLoader

STEPS = 4  # of the epoch, 8 samples in batches of 2


# region resume
def loader():
    return DataLoader(range(8), batch_size=2, shuffle=True, generator=torch.Generator().manual_seed(0))


read = [sample for batch in islice(loader(), 2) for sample in batch.tolist()]
done = 2  # saved with the weights; the job stops here

for step, batch in zip(range(done, STEPS), loader()):  # key line, else: for step, batch in zip(range(done, STEPS), islice(loader(), done, None)):
    read += batch.tolist()
print(f"read: {read}, never: {sorted(set(range(8)) - set(read))}")
# endregion

assert len(read) == 8 and len(set(read)) == 4
