"""Simulation: one step of DataParallel with five samples on four devices, number by number.

$ python snippets/data-parallel/one_step_of_five_samples.py
"""
import inspect

import _cpu_devices as simulated
import torch

linear = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(linear.weight)
batch = torch.tensor([[1.0], [2.0], [3.0], [4.0], [5.0]])
shards = batch.chunk(4)

# region step
model = simulated.DataParallel(linear, devices=4)  # key line, else: model = simulated.DataParallel(linear, devices=5)
output = model(batch)
loss = output.square().mean()  # one loss, over the gathered batch
loss.backward()
for device in range(4):
    samples = shards[device].flatten().tolist() if device < len(shards) else []
    gradient = simulated.sums[0][device].item() if samples else "none"
    print(f"device {device}: samples {samples}, gradient {gradient}")
print(f"device 0: gathered {output.flatten().tolist()}, loss {loss.item()}")
print(f"module: gradient {linear.weight.grad.item()}")
# endregion

plain = torch.ones(1, 1, requires_grad=True)
(batch @ plain).square().mean().backward()
assert linear.weight.grad == plain.grad == 2 * (1 + 4 + 9 + 16 + 25) / 5
assert [part.item() for part in simulated.sums[0]] == [2, 10, 10]
assert loss == output.square().mean() and len(output) == len(batch)  # shows: loss-computed-there
assert output.shape == batch.shape and loss.shape == ()  # shows: outputs-loss-one
source = inspect.getsource(torch.nn.DataParallel.forward)
places = [source.index(f"self.{step}(") for step in ("scatter", "replicate", "parallel_apply", "gather")]
assert places == sorted(places)  # shows: scatter-replicate-parallel-apply-gather
