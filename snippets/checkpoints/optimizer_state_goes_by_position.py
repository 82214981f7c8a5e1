"""The optimizer's state is matched by position: parameters in another order get each other's moments, without an error.

$ python snippets/checkpoints/optimizer_state_goes_by_position.py
"""
import torch

query, key = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
optimizer = torch.optim.AdamW([query, key])
(1 * query + 100 * key).sum().backward()  # gradients 1 and 100
optimizer.step()
saved = optimizer.state_dict()

# region position
print("keys of the state:", list(saved["state"]))
optimizer = torch.optim.AdamW([key, query])  # key line, else: optimizer = torch.optim.AdamW([query, key])
optimizer.load_state_dict(saved)  # no error
moments = [optimizer.state[weight]["exp_avg"][0].item() for weight in (query, key)]
print(f"query was trained with gradient 1, its moment is now {moments[0]:.4g}")
print(f"key was trained with gradient 100, its moment is now {moments[1]:.4g}")
# endregion

assert torch.allclose(torch.tensor(moments), torch.tensor([10.0, 0.1]))  # shows: position-list-parameters
assert moments[0] > 50 * moments[1]  # shows: optimizer-state-same-order
