"""A state that is kept from the step before leads into the graph of that step.

$ python snippets/errors/state_of_the_last_step_leads_back.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Trying to backward through the graph a second time"
# asserts = [
#   '''(says("step 0 gradient") and not says("step 1 gradient")
#      and raises("RuntimeError: a second time", at="state.backward()"))''',
# ]
# ///
import torch

# region train
weight = torch.tensor(2.0, requires_grad=True)
state = torch.tensor(1.0)
for step in range(2):
    state = weight * state * state  # key line, else: state = weight * state.detach() ** 2
    state.backward()
    print("step", step, "gradient:", weight.grad.item())
# endregion
