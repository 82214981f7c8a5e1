"""Samples of different length cannot be stacked into a batch.

$ python snippets/errors/samples_of_different_length_do_not_stack.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: stack expects each tensor to be equal size"
# asserts = ['raises("RuntimeError: got [1] at entry 0 and [2] at entry 1", at="for batch in loader")']
# ///
import torch
from torch.utils.data import DataLoader

# region data
samples = [torch.ones(length) for length in (1, 2, 3)]
loader = DataLoader(samples, batch_size=3)  # key line, else: loader = DataLoader(samples, batch_size=1)
for batch in loader:
    print("batch:", tuple(batch.shape))
# endregion
