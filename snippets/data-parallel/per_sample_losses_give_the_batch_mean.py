"""Simulation: losses returned per sample give the mean of the batch, however it is cut.

$ python snippets/data-parallel/per_sample_losses_give_the_batch_mean.py
"""
import torch

errors = torch.tensor([1.0, 2.0, 3.0, 4.0, 10.0])  # the loss of each of five samples
targets = torch.zeros(5)

# region loss
loss_fn = torch.nn.L1Loss(reduction="none")  # key line, else: loss_fn = torch.nn.L1Loss()
losses = [loss_fn(*shard) for shard in zip(errors.chunk(4), targets.chunk(4), strict=True)]  # 2, 2 and 1 samples
gathered = torch.cat([loss.view(-1) for loss in losses])
print("gathered:", gathered.tolist())
print(f"mean: {gathered.mean():.4g}, of the batch: {errors.mean():.4g}")
# endregion

assert gathered.mean().item() == (1 + 2 + 3 + 4 + 10) / 5
assert [len(shard) for shard in errors.chunk(4)] == [2, 2, 1]  # refutes: errors-chunk-4
assert gathered.tolist() == errors.tolist()  # refutes: gathered-cat
