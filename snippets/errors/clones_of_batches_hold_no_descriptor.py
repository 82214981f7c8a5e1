"""A clone lies in the memory of the rank, and the descriptor of the batch is closed.

$ python snippets/errors/clones_of_batches_hold_no_descriptor.py
"""
import resource

import torch
from torch.utils.data import DataLoader

# region keep
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
kept = []
for batch in DataLoader(torch.arange(400), batch_size=2, num_workers=1):
    kept.append(batch.clone())  # key line, else: kept.append(batch) -> RuntimeError: Too many open files
print(len(kept), "batches, shared:", kept[0].is_shared())
# endregion

assert len(kept) == 200 and not kept[0].is_shared()
