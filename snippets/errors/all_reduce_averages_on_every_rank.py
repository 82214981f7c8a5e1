"""Averaged with all_reduce, the gradient is the one of the whole batch on every rank.

$ torchrun --nproc-per-node 3 snippets/errors/all_reduce_averages_on_every_rank.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.zeros_(model.weight)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batch = torch.tensor([[1.0], [2.0], [3.0]])  # the gradient of a sample is the sample
right = batch.mean().item()  # one process, whole batch

# region step
model(batch[rank]).mean().backward()
for parameter in model.parameters():
    dist.all_reduce(parameter.grad)  # key line
    parameter.grad /= world_size
optimizer.step()
gradient, weight = model.weight.grad.item(), model.weight.item()
print(f"rank {rank}: gradient {gradient:.4g}, one process {right:.4g}")
print(f"rank {rank}: weight {weight:.4g}")
# endregion

assert abs(gradient - right) < 1e-6
assert abs(weight + 0.1 * right) < 1e-6
dist.destroy_process_group()
