"""Stripping the prefix edits the state dict in place and returns None.

$ torchrun --nproc-per-node 2 snippets/checkpoints/stripping_the_prefix_fixes_the_keys.py
"""
import torch
import torch.distributed as dist
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(torch.nn.Linear(3, 2))
plain = torch.nn.Linear(3, 2)

# region strip
state = model.state_dict()
print("keys:", list(state))
print("returns:", consume_prefix_in_state_dict_if_present(state, "module."))  # key line -> RuntimeError: Error(s) in loading
print("keys:", list(state))
print(plain.load_state_dict(state))
# endregion

assert list(state) == ["weight", "bias"]
assert consume_prefix_in_state_dict_if_present(state, "module.") is None  # shows: leaves-none-in-state
assert torch.equal(plain.weight, model.module.weight)
dist.destroy_process_group()
