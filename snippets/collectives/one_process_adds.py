"""One process adds four numbers up.

$ python snippets/collectives/one_process_adds.py
"""
import torch

# region sum
values = torch.tensor([1.0, 2.0, 3.0, 4.0])
total = values.sum()  # key line, else: total = values.max()
print(f"holds {values.tolist()} and their sum, {total.item()}")
# endregion

assert total == 4 * (4 + 1) / 2
