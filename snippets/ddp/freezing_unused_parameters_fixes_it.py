"""Parameters frozen before the wrapping are not waited for.

$ torchrun --nproc-per-node 2 snippets/ddp/freezing_unused_parameters_fixes_it.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.unused = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return self.used(x)


# region iterate
model = TwoHeads()
model.unused.requires_grad_(False)  # key line -> RuntimeError: Expected to have finished reduction
model = DistributedDataParallel(model)
for _ in range(2):
    model.zero_grad()
    model(torch.full((1, 1), rank + 1.0)).sum().backward()
gradient = model.module.used.weight.grad.item()
print(f"rank {rank}: both iterations passed, gradient {gradient}")
# endregion

assert gradient == (world_size + 1) / 2  # refutes: zero-grad
assert model.module.unused.weight.grad is None  # refutes: forward-pass


def waited_for(model):
    return sum(len(bucket.parameters()) for bucket in model.reducer._get_zeros_like_grad_buckets())


heads = TwoHeads()
late = DistributedDataParallel(heads)
late.module.unused.requires_grad_(False)
assert waited_for(model) == 2 and waited_for(late) == 4  # shows: wait-before-frozen
assert not heads.unused.weight.requires_grad  # refutes: module-copies
dist.destroy_process_group()
