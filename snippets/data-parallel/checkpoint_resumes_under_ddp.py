"""A checkpoint of a script with DataParallel resumes under DDP as it is: same keys, same places in the optimizer.

$ torchrun --nproc-per-node 2 snippets/data-parallel/checkpoint_resumes_under_ddp.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DataParallel, DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples = torch.randn(16, 1)


def layer():
    return torch.nn.Linear(1, 1)


def train(model, optimizer, batch):
    """Five steps."""
    for _ in range(5):
        optimizer.zero_grad()
        (model(batch) - batch.sin()).square().mean().backward()
        optimizer.step()


old = DataParallel(layer())
old_optimizer = torch.optim.Adam(old.parameters(), lr=0.1)
train(old, old_optimizer, samples)
if rank == 0:
    torch.save({"model": old.state_dict(), "optimizer": old_optimizer.state_dict()}, "old.pt")
dist.barrier()
train(old, old_optimizer, samples)  # the old script goes on

# region resume
state = torch.load("old.pt")
print("keys in the file:", list(state["model"]))
model = DistributedDataParallel(layer())
model.load_state_dict(state["model"])  # the wrapper has the same prefix
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
optimizer.load_state_dict(state["optimizer"])  # key line
train(model, optimizer, samples.chunk(world_size)[rank])
off = abs(model.module.weight.item() - old.module.weight.item())
print("as if the old script had gone on:", off < 1e-5)
# endregion

assert off < 1e-5  # shows: nothing-as-it-is
assert list(state["model"]) == list(model.state_dict())  # refutes: keys-prefix
fresh = torch.optim.Adam(model.parameters(), lr=0.1).state_dict()
assert not fresh["state"] and optimizer.state_dict()["state"][0]["step"] == 10  # refutes: count-steps-starts
everyone = [None] * world_size
dist.all_gather_object(everyone, optimizer.state[model.module.weight]["exp_avg"].item())
moment = old_optimizer.state[old.module.weight]["exp_avg"].item()
assert all(abs(one - moment) < 1e-5 for one in everyone)  # refutes: moments-divided
assert everyone == [everyone[0]] * world_size and abs(everyone[0] - moment) < 1e-5  # shows: moments-whole-each-rank
dist.destroy_process_group()
