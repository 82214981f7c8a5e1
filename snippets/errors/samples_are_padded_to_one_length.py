"""Samples of different length make a batch once they are padded.

$ python snippets/errors/samples_are_padded_to_one_length.py
"""
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


# region data
def padded(samples):
    return pad_sequence(samples, batch_first=True)


samples = [torch.ones(length) for length in (1, 2, 3)]
options = {"batch_size": 3}
options["collate_fn"] = padded  # key line -> RuntimeError: stack expects each tensor to be equal size
for batch in DataLoader(samples, **options):
    print("batch:", tuple(batch.shape))
# endregion

assert batch.shape == (3, 3)
