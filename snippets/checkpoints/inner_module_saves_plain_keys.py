"""The state dict of the module inside loads into the plain model.

$ torchrun --nproc-per-node 2 snippets/checkpoints/inner_module_saves_plain_keys.py
"""
import pickle

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(torch.nn.Linear(3, 2))

# region load
state = model.module.state_dict()  # key line, else: state = model.state_dict() -> RuntimeError: Error(s) in loading
print("keys:", list(state))

plain = torch.nn.Linear(3, 2)
print(plain.load_state_dict(state))
# endregion

assert torch.equal(plain.weight, model.module.weight)  # shows: model-module-state-dict
prefixed = ["module.weight", "module.bias"]
assert list(model.state_dict(prefix="")) == prefixed  # refutes: model-state-dict-prefix
assert list(dict(model.named_parameters())) == prefixed  # refutes: dict-named-parameters
path, refused = f"model {dist.get_rank()}.pt", False
torch.save(model, path)
try:
    torch.load(path)
except pickle.UnpicklingError:
    refused = True
assert refused  # refutes: torch-save-model
dist.destroy_process_group()
