"""A model that is cast after the first step no longer fits the state of its optimizer.

$ python snippets/errors/model_is_cast_after_the_first_step.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Tensors of the same index must be on the same device and the same dtype"
# asserts = ['raises("RuntimeError: Tensors of the same index", at="optimizer.step()  # the second")']
# ///
import torch

# region step
model = torch.nn.Linear(2, 1, dtype=torch.float16)
optimizer = torch.optim.AdamW(model.parameters(), foreach=True)  # on GPUs the default
model(torch.ones(1, 2, dtype=torch.float16)).sum().backward()
optimizer.step()  # makes exp_avg and exp_avg_sq, in float16
optimizer.zero_grad()

model.float()  # key line, else: model.half()
model(torch.ones(1, 2, dtype=model.weight.dtype)).sum().backward()
optimizer.step()  # the second
# endregion
