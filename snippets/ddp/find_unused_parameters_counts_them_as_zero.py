"""With find_unused_parameters a rank that skips a layer adds zero to its average.

$ torchrun --nproc-per-node 2 snippets/ddp/find_unused_parameters_counts_them_as_zero.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


# region branch
class Branches(torch.nn.Module):
    def __init__(self):
        super().__init__()
        heads = [torch.nn.Linear(1, 1, bias=False) for _ in range(2)]
        self.heads = torch.nn.ModuleList(heads)

    def forward(self, x):
        return self.heads[rank](x)  # each rank uses another head


model = Branches()
model = DistributedDataParallel(model, find_unused_parameters=True)  # key line
for _ in range(2):
    model.zero_grad()
    model(torch.full((1, 1), 6.0)).sum().backward()
gradients = [p.grad and p.grad.item() for p in model.parameters()]
print(f"rank {rank}: gradients of head 0 and head 1: {gradients}")
# endregion

assert gradients == [3.0, 3.0]  # (6 + 0) / 2
dist.destroy_process_group()
