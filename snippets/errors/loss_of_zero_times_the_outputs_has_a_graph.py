"""A loss of zero times the outputs keeps the graph, so the rank without labels takes part with gradients of zero.

$ torchrun --nproc-per-node 2 snippets/errors/loss_of_zero_times_the_outputs_has_a_graph.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
ddp = DistributedDataParallel(torch.nn.Linear(1, 1))

# region step
outputs = ddp(torch.ones(2, 1))
labelled = torch.tensor([rank == 0, False])  # rank 1 has no sample with a label
loss = outputs.sum() * 0  # key line, else: loss = torch.tensor(0.0) -> RuntimeError: element 0 of tensors does not require grad
if labelled.any():
    loss = outputs[labelled].mean()
loss.backward()
print(f"rank {rank}: bias gradient {ddp.module.bias.grad.item()}")
# endregion

assert ddp.module.bias.grad.item() == 0.5  # the mean of 1 and 0
dist.destroy_process_group()
