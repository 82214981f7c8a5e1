"""Simulation: a batch that cannot be unpickled ends the thread that pins, and the loop only hears that it exited.

$ python snippets/errors/pin_thread_ends_at_a_batch_it_cannot_read.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Pin memory thread exited unexpectedly"
# asserts = ['raises("RuntimeError: Pin memory thread", at="for batch in") and complains("RecursionError: maximum")']
# volatile = ["Previous line repeated"]
# ///
import torch
from _pin_thread import DataLoader  # torch's own; a stand-in for a GPU lets its thread run


# region batch
class Batch:
    def __init__(self, samples):
        self.fields = {"x": torch.stack(samples)}

    def __getattr__(self, name):
        try:
            return self.fields[name]  # key line, else: return self.__dict__["fields"][name]
        except KeyError:
            raise AttributeError(name) from None


for batch in DataLoader(torch.arange(4.0), 2, num_workers=1, collate_fn=Batch, pin_memory=True):
    print(batch.x.tolist())
# endregion
