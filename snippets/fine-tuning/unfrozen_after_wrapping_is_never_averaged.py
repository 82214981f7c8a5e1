"""A layer that is unfrozen after DDP was built is trained by each rank alone; DDP built once more averages it.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/unfrozen_after_wrapping_is_never_averaged.py
"""
import torch
import torch.distributed as dist
from _adapter import network, trained
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
x = torch.randn(2, 4, 16, generator=torch.Generator().manual_seed(1))[rank]
found = {}


def apart(parameter):
    theirs = [torch.empty_like(parameter) for _ in range(2)]
    dist.all_gather(theirs, parameter.detach())
    return not torch.equal(*theirs)


# region unfreeze
for name in ("as it is", "built once more"):
    model = network()
    wrapped = DistributedDataParallel(model)
    model[1].base.requires_grad_(True)  # the second phase of a training
    if name == "built once more":
        wrapped = DistributedDataParallel(model)  # key line
    optimizer = torch.optim.SGD(trained(model), lr=0.1)
    wrapped(x).square().mean().backward()
    optimizer.step()
    found[name] = apart(model[1].base.weight), apart(model[1].b)
    print(f"{name}: ranks differ in the base {found[name][0]}, in the adapter {found[name][1]}")
# endregion

assert found["as it is"] == (True, False)  # shows: base-differs-adapter-does-not
assert found["built once more"] == (False, False)  # shows: once-more-no-rank-differs
dist.destroy_process_group()
