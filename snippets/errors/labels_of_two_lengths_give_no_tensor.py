"""A collator that makes one tensor of lists fails where they have different lengths.

$ python snippets/errors/labels_of_two_lengths_give_no_tensor.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: expected sequence of length 2"
# asserts = ['''raises("ValueError: expected sequence of length 2 at dim 1 (got 3)", at="torch.tensor([sample")''']
# ///
import torch
from torch.utils.data import DataLoader


# region data
def collate(samples):
    return {"labels": torch.tensor([sample["labels"] for sample in samples])}


samples = [{"labels": [11, 12]}, {"labels": [21, 22]}]
samples[1]["labels"].append(23)  # key line
loader = DataLoader(samples, batch_size=2, collate_fn=collate)
for batch in loader:
    print("batch:", batch)
# endregion
