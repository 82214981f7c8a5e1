"""The state dict of a DDP model does not load into the plain model.

$ torchrun --nproc-per-node 2 snippets/checkpoints/wrapped_keys_do_not_load.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict for Linear"
# asserts = [
#   '''(raises("RuntimeError", at="plain.load_state_dict")
#      and complains('Unexpected key(s) in state_dict: "module.weight", "module.bias"'))''',
# ]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region load
model = torch.nn.Linear(3, 2)
model = DistributedDataParallel(model)  # key line
state = model.state_dict()

plain = torch.nn.Linear(3, 2)
plain.load_state_dict(state)
# endregion

dist.destroy_process_group()
