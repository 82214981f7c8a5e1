"""One process takes one step on all eight samples.

$ python snippets/launch/one_process_trains.py
"""
import torch

torch.manual_seed(0)
samples = torch.arange(1.0, 9.0).reshape(8, 1)

# region train
rank, world_size = 0, 1
device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(1, 1, bias=False).to(device)
torch.nn.init.zeros_(model.weight)
mine = samples[rank::world_size].to(device)
loss = (model(mine) - 2 * mine).square().mean()
loss.backward()
with torch.no_grad():
    model.weight -= 0.01 * model.weight.grad  # key line
print(f"rank {rank} of {world_size}: {len(mine)} samples, weight {model.weight.item():.3g}")
# endregion

expected = 0.01 * 4 * samples.square().mean().item()  # the gradient is -4 times the mean of the squares
torch.testing.assert_close(model.weight.item(), expected)
