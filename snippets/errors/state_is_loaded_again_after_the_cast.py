"""A state that is loaded gets the dtypes of the parameters, so loading it again after a cast repairs it.

$ python snippets/errors/state_is_loaded_again_after_the_cast.py
"""
import torch

# region step
model = torch.nn.Linear(2, 1, dtype=torch.float16)
optimizer = torch.optim.AdamW(model.parameters(), foreach=True)
model(torch.ones(1, 2, dtype=torch.float16)).sum().backward()
optimizer.step()
optimizer.zero_grad()

model.float()
optimizer.load_state_dict(optimizer.state_dict())  # key line -> RuntimeError: Tensors of the same index
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
state = optimizer.state[model.weight]
print("state:", state["exp_avg"].dtype, "step", int(state["step"]))
# endregion

assert state["exp_avg"].dtype == torch.float32
assert int(state["step"]) == 2
