"""A step taken before wait() uses what is in the tensor at that moment: here the rank's own gradient.

$ torchrun --nproc-per-node 2 snippets/errors/step_before_wait_uses_the_local_gradient.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.zeros_(model.weight)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batch = torch.tensor([[1.0], [3.0]])  # the gradient of a sample is the sample
right = batch.mean().item()  # one process, whole batch

(model(batch[rank]).mean() / world_size).backward()
dist.barrier()
if rank == 1:
    time.sleep(2)  # a slower rank

# region step
work = dist.all_reduce(model.weight.grad, async_op=True)
optimizer.step()  # key line
work.wait()
if rank == 0:
    gradient, weight = model.weight.grad.item(), model.weight.item()
    print(f"gradient {gradient:.4g}, one process {right:.4g}")
    print(f"weight {weight:.4g}, one process {-0.1 * right:.4g}")
# endregion

assert rank or gradient == right  # correct, but too late
assert rank or abs(weight + 0.1 * 1.0 / world_size) < 1e-6  # shows: moment
assert rank or abs(weight + 0.1 * gradient) > 0.01  # refutes: sum-first
assert rank or abs(weight + 0.1 * gradient / 2) > 0.01  # refutes: half
assert rank or weight  # refutes: zeros
dist.destroy_process_group()
