"""Without the keys of the head the checkpoint loads, and the result names what is missing.

$ python snippets/errors/head_is_left_out_of_the_checkpoint.py
"""
import torch

# region load
state = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Linear(8, 10)).state_dict()
model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Linear(8, 4))

body = state
body = {key: value for key, value in state.items() if not key.startswith("1.")}  # key line -> RuntimeError: Error(s) in loading state_dict for Sequential
result = model.load_state_dict(body, strict=False)
print("missing:", result.missing_keys)
# endregion

assert result.missing_keys == ["1.weight", "1.bias"]
assert torch.equal(model[0].weight, state["0.weight"])
