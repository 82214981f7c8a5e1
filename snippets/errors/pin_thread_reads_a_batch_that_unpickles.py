"""Simulation: with an attribute that is missing while the batch is unpickled, the thread that pins reads each batch.

$ python snippets/errors/pin_thread_reads_a_batch_that_unpickles.py
"""
import torch
from _pin_thread import DataLoader  # torch's own; a stand-in for a GPU lets its thread run


# region batch
class Batch:
    def __init__(self, samples):
        self.fields = {"x": torch.stack(samples)}

    def __getattr__(self, name):
        try:
            return self.__dict__["fields"][name]  # key line, else: return self.fields[name] -> RuntimeError: Pin memory thread exited
        except KeyError:
            raise AttributeError(name) from None


seen = []
for batch in DataLoader(torch.arange(4.0), 2, num_workers=1, collate_fn=Batch, pin_memory=True):
    seen.append(batch.x.tolist())
print(seen)
# endregion

assert seen == [[0.0, 1.0], [2.0, 3.0]]
