"""One forward before the wrapping gives a lazy layer its weights, and DDP makes them those of rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/one_forward_gives_a_lazy_layer_its_weights.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())  # each rank draws other weights

# region wrap
model = torch.nn.LazyLinear(1)
model(torch.ones(1, 4))  # key line -> RuntimeError: Modules with uninitialized parameters
model = DistributedDataParallel(model)
print("weight:", tuple(model.module.weight.shape))
# endregion

weights = [torch.zeros(1, 4) for _ in range(2)]
dist.all_gather(weights, model.module.weight.detach())
assert torch.equal(weights[0], weights[1])  # shows: same-weights
dist.destroy_process_group()
