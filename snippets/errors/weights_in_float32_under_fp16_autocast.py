"""Weights stay in float32 and autocast computes in float16: the gradients are float32, and the scaler takes them.

$ python snippets/errors/weights_in_float32_under_fp16_autocast.py
"""
import torch

model, x = torch.nn.Linear(2, 1), torch.ones(4, 2)

# region step
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
with torch.autocast("cpu", dtype=torch.float16):  # key line, else: with torch.enable_grad():
    output = model(x)
scaler.scale(output.float().mean()).backward()
scaler.step(optimizer)
scaler.update()
print(f"output {output.dtype}, gradient {model.weight.grad.dtype}")
# endregion

assert output.dtype == torch.float16 and model.weight.grad.dtype == torch.float32  # shows: gradient-float32
