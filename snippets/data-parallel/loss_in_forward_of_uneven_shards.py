"""Simulation: losses averaged inside forward are wrong when the shards differ in size.

$ python snippets/data-parallel/loss_in_forward_of_uneven_shards.py
"""
import torch

errors = torch.tensor([1.0, 2.0, 3.0, 4.0, 10.0])  # the loss of each of five samples

# region loss
losses = list(errors.chunk(4))  # 2, 2 and 1 samples
losses = [loss.mean() for loss in losses]  # key line
gathered = torch.cat([loss.view(-1) for loss in losses])  # gather makes scalars a vector
print("gathered:", gathered.tolist())
print(f"mean: {gathered.mean():.4g}, of the batch: {errors.mean():.4g}")
# endregion

wrong = ((1 + 2) / 2 + (3 + 4) / 2 + 10) / 3
assert abs(gathered.mean().item() - wrong) < 1e-6
assert wrong != errors.mean().item()
