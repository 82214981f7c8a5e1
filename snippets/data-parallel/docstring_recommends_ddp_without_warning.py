"""DataParallel is neither removed nor deprecated: no warning comes, and its docstring recommends DDP.

$ python snippets/data-parallel/docstring_recommends_ddp_without_warning.py
"""
import inspect
import warnings

import torch

# region docstring
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = torch.nn.DataParallel(torch.nn.Linear(2, 2))
    model(torch.zeros(3, 2))
print("warnings:", len(caught))

text = inspect.getdoc(torch.nn.DataParallel)  # key line, else: text = ""
lines = text.split("\n")
first = next((n for n, line in enumerate(lines) if "recommended" in line), 0)
print("\n".join(line.strip() for line in lines[first : first + 3]))
# endregion

assert not caught and "deprecated" not in text  # shows: none-works-without-warning
assert "DistributedDataParallel" in lines[first] and "even if there is only a single" in lines[first + 1]
assert "warn" not in inspect.getsource(torch.nn.DataParallel.forward)
