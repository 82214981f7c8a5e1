"""Without a process group neither the sampler nor the wrapper can be made.

$ python snippets/ddp/wrapping_needs_a_group.py
"""
import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DistributedSampler

errors = []
# region wrap
model = torch.nn.Linear(1, 1)
for make, what in ((DistributedSampler, range(8)), (DistributedDataParallel, model)):
    try:
        make(what)  # key line
    except ValueError as error:
        errors.append(str(error))
        print(f"ValueError: {error}")
# endregion

assert len(errors) == 2 and all("init_process_group" in error for error in errors)  # shows: init-process-group
