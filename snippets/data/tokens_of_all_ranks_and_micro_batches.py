"""Two ranks, two micro-batches with unequal tokens: only one count over all of them gives the gradient of one process.

$ torchrun --nproc-per-node 2 snippets/data/tokens_of_all_ranks_and_micro_batches.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, labels = torch.randn(2, 2, 9, 4), torch.randint(3, (2, 2, 9))  # rank, micro-batch, token
lengths = torch.tensor([[1, 9], [4, 2]])
labels[torch.arange(9) >= lengths[..., None]] = -100  # padding
net = torch.nn.Linear(4, 3, bias=False)
model = DistributedDataParallel(net)
found = {}

# region tokens
mine = (labels[rank] != -100).sum(1)  # tokens of each micro-batch
total = mine.sum()
dist.all_reduce(total)
for name in ("mean of means", "tokens of the step"):
    model.zero_grad()
    for x, y in zip(inputs[rank], labels[rank]):
        loss = cross_entropy(model(x), y, reduction="sum")
        means, step = len(mine) * (y != -100).sum(), total / world_size
        (loss / (means if name == "mean of means" else step)).backward()  # key line, else: (loss / means).backward()
    found[name] = net.weight.grad.clone()
# endregion

alone = torch.autograd.grad(cross_entropy(net(inputs).flatten(0, 2), labels.flatten()), net.weight)[0]
for name, gradient in found.items():
    off = ((gradient - alone).norm() / alone.norm()).item()
    if rank == 0:
        print(f"{name}: {'off by ' + format(off, '.0%') if off > 1e-5 else 'that of one process'}")
assert total == 16 == lengths.sum()  # shows: tokens-all
assert torch.allclose(found["tokens of the step"], alone)  # shows: tokens-all-halved
assert (found["mean of means"] - alone).norm() > 0.1 * alone.norm()  # refutes: tokens-own-micro-batch
assert mine.sum() != total / world_size  # refutes: tokens-rank-whatever
sums = [cross_entropy(net(x).flatten(0, 1), y.flatten(), reduction="sum") for x, y in zip(inputs, labels)]
halves = [torch.autograd.grad(one / total, net.weight)[0] for one in sums]
assert torch.allclose(sum(halves) / world_size, alone / 2)  # refutes: all-tokens-step
dist.destroy_process_group()
