"""A rank whose labels are all masked has a mean of nothing; by hand it is NaN on all ranks, and a sum over all labels is right.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/a_rank_without_labels_gives_nan.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, labels = torch.randn(2, 6, 4), torch.randint(3, (2, 6))
labels[0, :3] = -100  # a prompt of three tokens, then the answer
labels[1] = -100  # a prompt so long that the answer was cut off
net = torch.nn.Linear(4, 3)
model, found = DistributedDataParallel(net), {}
x, y = inputs[rank], labels[rank]
total = (y != -100).sum()
dist.all_reduce(total)

# region loss
counts = y != -100
for name in ("mean", "mean by hand", "sum over all labels"):
    model.zero_grad()
    each = cross_entropy(model(x), y.clamp(0), reduction="none")  # one loss a token, also for masked ones
    loss = (each * counts).sum() / counts.sum() if name == "mean by hand" else cross_entropy(model(x), y)
    if name == "sum over all labels":
        loss = (each * counts).sum() * ranks / total  # key line
    loss.backward()
    found[name] = loss.item(), net.weight.grad.clone()
    print(f"rank {rank}: {name}: loss {loss.item():.2f}, gradient {found[name][1].norm().item():.2f}")
# endregion

alone = torch.autograd.grad(cross_entropy(net(inputs).flatten(0, 1), labels.flatten()), net.weight)[0]
assert found["mean by hand"][1].isnan().all()  # shows: mean-by-hand-nan-on-all-ranks
assert torch.allclose(2 * found["mean"][1], alone, atol=1e-6)  # shows: mean-half-gradient
assert torch.allclose(found["sum over all labels"][1], alone, atol=1e-6)  # shows: sum-is-one-process
dist.destroy_process_group()
