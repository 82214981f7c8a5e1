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

assert torch.allclose(model.weight.grad, whole, atol=1e-6)  # shows: accumulation-effective-batch-back
mse = torch.nn.functional.mse_loss

def is_whole(micro_batches, factor, loss_of):
    """Whether so many micro-batches leave so many times the gradient of the batch."""
    model.zero_grad()
    for x, y in zip(inputs.chunk(micro_batches), targets.chunk(micro_batches)):
        loss_of(model(x), y).backward()
    return torch.allclose(model.weight.grad, factor * whole, atol=1e-6)

assert is_whole(2, 1, lambda output, y: mse(output, y) / 2)  # shows: 2-micro-batches-16
assert is_whole(4, 1, lambda output, y: mse(output, y, reduction="sum") / 32)  # shows: 4-micro-batches-8-summed-divided-32
assert is_whole(4, 4, mse)  # refutes: 4-micro-batches-mean-as
for k in (2, 4, 8):
    assert is_whole(k, k, mse) and is_whole(k, 1, lambda output, y, k=k: mse(output, y) / k)  # shows: by-k-adds
