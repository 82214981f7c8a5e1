"""dcp_to_torch_save turns a distributed checkpoint into one file that torch.load reads.

$ python snippets/checkpoints/distributed_checkpoint_becomes_one_file.py
"""
import os

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

model = torch.nn.Linear(3, 2)

# region convert
dcp.save({"model": model.state_dict()}, checkpoint_id="folder")
print("folder:", sorted(os.listdir("folder")))
dcp_to_torch_save("folder", "checkpoint.pt")  # key line, else: torch.save({"model": torch.nn.Linear(3, 2).state_dict()}, "checkpoint.pt")
state = torch.load("checkpoint.pt")
print("one file:", {name: list(values) for name, values in state.items()})
# endregion

assert torch.equal(state["model"]["weight"], model.weight)
