"""A state that is detached enters the next step as a plain value.

$ python snippets/errors/state_is_detached_between_steps.py
"""
import torch

# region train
weight = torch.tensor(2.0, requires_grad=True)
state = torch.tensor(1.0)
for step in range(2):
    state = state.detach()  # key line -> RuntimeError: Trying to backward through the graph a second time
    state = weight * state * state
    state.backward()
    print("step", step, "gradient:", weight.grad.item())
# endregion

assert weight.grad.item() == 1 + 4
