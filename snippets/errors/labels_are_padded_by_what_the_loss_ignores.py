"""A collator that pads labels by -100 makes one tensor of lists of any lengths.

$ python snippets/errors/labels_are_padded_by_what_the_loss_ignores.py
"""
import torch
from torch.utils.data import DataLoader


# region data
def collate(samples):
    lists = [sample["labels"] for sample in samples]
    longest = max(len(one) for one in lists)
    lists = [one + [-100] * (longest - len(one)) for one in lists]  # key line -> ValueError: expected sequence of
    return {"labels": torch.tensor(lists)}


samples = [{"labels": [11, 12]}, {"labels": [21, 22, 23]}]
for batch in DataLoader(samples, batch_size=2, collate_fn=collate):
    print("labels:", batch["labels"].tolist())
# endregion

assert batch["labels"].tolist() == [[11, 12, -100], [21, 22, 23]]
