"""Four micro-batches, each loss divided by 4, leave the gradient of the whole batch.

$ python snippets/batch-size/accumulation_equals_the_big_batch.py
"""
import torch

torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
inputs, targets = torch.randn(32, 3), torch.randn(32, 1)
torch.nn.functional.mse_loss(model(inputs), targets).backward()
whole = model.weight.grad.clone()
model.zero_grad()

# region accumulate
for x, y in zip(inputs.chunk(4), targets.chunk(4)):  # 4 micro-batches of 8
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss = loss / 4  # key line
    loss.backward()  # adds to .grad
print("batch of 32:        ", [f"{g:.4f}" for g in whole[0].tolist()])
print("4 micro-batches of 8:", [f"{g:.4f}" for g in model.weight.grad[0].tolist()])
# endregion

torch.testing.assert_close(model.weight.grad, whole)
