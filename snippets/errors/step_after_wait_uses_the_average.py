"""A step taken after wait() uses the average of all ranks.

$ torchrun --nproc-per-node 2 snippets/errors/step_after_wait_uses_the_average.py
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
work.wait()  # key line
optimizer.step()
if rank == 0:
    gradient, weight = model.weight.grad.item(), model.weight.item()
    print(f"gradient {gradient:.4g}, one process {right:.4g}")
    print(f"weight {weight:.4g}, one process {-0.1 * right:.4g}")
# endregion

assert rank or gradient == right
assert rank or abs(weight + 0.1 * right) < 1e-6
dist.destroy_process_group()
