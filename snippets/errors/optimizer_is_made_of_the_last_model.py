"""The optimizer is made after the last change of the model, so it has the parameters that get gradients.

$ python snippets/errors/optimizer_is_made_of_the_last_model.py
"""
import copy

import torch

model = torch.nn.Linear(2, 1)
scaler = torch.amp.GradScaler("cpu")

# region step
model = copy.deepcopy(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  # key line, else: optimizer = torch.optim.SGD(copy.deepcopy(model).parameters(), lr=0.1)
scaler.scale(model(torch.ones(4, 2)).mean()).backward()
have = [parameter.grad is not None for parameter in optimizer.param_groups[0]["params"]]
print(f"{sum(have)} of {len(have)} parameters of the optimizer have a gradient")
# endregion

assert sum(have) == 2  # shows: optimizer-have-gradient
scaler.step(optimizer)
scaler.update()
