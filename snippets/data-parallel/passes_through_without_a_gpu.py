"""Without a GPU, DataParallel silently calls the module as it is, but its keys gain a prefix.

$ python snippets/data-parallel/passes_through_without_a_gpu.py
"""
import warnings

import torch

warnings.simplefilter("error")  # a warning would end the run
torch.manual_seed(0)
plain = torch.nn.Linear(3, 2)
batch = torch.randn(5, 3)

# region wrap
model = torch.nn.DataParallel(plain, device_ids=[0, 1])  # key line, else: model, plain.device_ids = plain, []
print("devices:", model.device_ids)
print("same output:", torch.equal(model(batch), plain(batch)))
print("keys:", list(model.state_dict()))
# endregion

assert model.device_ids == []
assert torch.equal(model(batch), batch @ plain.weight.T + plain.bias)
assert torch.equal(model(batch), plain(batch))  # shows: calls-module-no-split
assert list(model.state_dict()) == ["module.weight", "module.bias"]
