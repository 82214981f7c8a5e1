"""torchao puts float8 products into the linear layers that a filter lets through; weights and gradients stay in float32.

$ torchrun --nproc-per-node 2 snippets/precision/torchao_converts_the_layers.py
"""
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torchao.float8 import convert_to_float8_training

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))
plain = copy.deepcopy(model)


# region convert
def fits(layer, name):  # float8 units of a GPU take multiples of 16, so the head of 10 stays as it is
    return all(size % 16 == 0 for size in layer.weight.shape)


model = convert_to_float8_training(model, module_filter_fn=fits)  # key line, else: pass
model = DistributedDataParallel(model)
# endregion


def train(model):
    torch.manual_seed(rank)  # each rank has samples of its own
    x, target = torch.randn(64, 32), torch.randn(64, 10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(30):
        loss = (model(x) - target).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


float8, exact = train(model), train(DistributedDataParallel(plain))
kinds = [type(layer).__name__ for layer in model.module if layer.__class__ is not torch.nn.ReLU]
print(f"rank {rank}: {' and '.join(kinds)}, loss {float8:.2f}; in float32 {exact:.2f}")

weight = model.module[0].weight
both = [torch.zeros_like(weight) for _ in range(2)]
dist.all_gather(both, weight.detach())
assert kinds == ["Float8Linear", "Linear"]  # shows: filter-decides
assert weight.dtype == weight.grad.dtype == torch.float32  # shows: weights-in-float32
assert float8 != exact and abs(float8 - exact) < 0.01 * exact  # shows: loss-follows
assert both[0].equal(both[1])
dist.destroy_process_group()
