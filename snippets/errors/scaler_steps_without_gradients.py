"""The optimizer has the parameters of a copy, which backward never reaches.

$ python snippets/errors/scaler_steps_without_gradients.py
"""
# /// script
# [tool.lockstep]
# expect = "AssertionError: No inf checks were recorded for this optimizer."
# asserts = ['raises("AssertionError: No inf checks were recorded", at="scaler.step(optimizer)")']
# ///
import copy

import torch

model = torch.nn.Linear(2, 1)
scaler = torch.amp.GradScaler("cpu")

# region step
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model = copy.deepcopy(model)  # key line
scaler.scale(model(torch.ones(4, 2)).mean()).backward()
scaler.step(optimizer)
scaler.update()
print("stepped")
# endregion
