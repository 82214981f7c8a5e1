"""The weights are in float16, so their gradients are, and the scaler refuses to unscale them.

$ python snippets/errors/scaler_finds_gradients_in_fp16.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Attempting to unscale FP16 gradients."
# asserts = ['raises("ValueError: Attempting to unscale FP16 gradients.", at="scaler.step(optimizer)")']
# ///
import torch

model, x = torch.nn.Linear(2, 1), torch.ones(4, 2)

# region step
model, x = model.half(), x.half()  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(model(x).float().mean()).backward()
scaler.step(optimizer)
scaler.update()
print("stepped,", model.weight.dtype)
# endregion
