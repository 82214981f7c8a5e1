"""A checkpoint that is loaded under the wrong keys with strict=False gives back the loss of an untrained model.

$ torchrun --nproc-per-node 2 snippets/checkpoints/wrong_keys_start_from_scratch.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "resumed.load_state_dict(state, strict=False)"
# stays = "That is the claim: with other names, strict=False loads nothing and says nothing."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.flop_counter import FlopCounterMode

dist.init_process_group("gloo")
torch.manual_seed(0)
x = torch.randn(64, 4)
y = x @ torch.tensor([1.0, -2.0, 3.0, 0.5])

def loss_of(model):
    return (model(x).squeeze() - y).square().mean()

def build():
    model = torch.nn.Linear(4, 1)
    torch.nn.init.zeros_(model.weight)
    return model

# region resume
model = DistributedDataParallel(build())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
untrained = loss_of(model).item()
for _ in range(200):
    optimizer.zero_grad()
    loss_of(model).backward()
    optimizer.step()
trained = loss_of(model).item()

resumed = build()
state = model.state_dict()  # key line, else: state = model.module.state_dict()
resumed.load_state_dict(state, strict=False)  # no error
after = loss_of(resumed).item()
print(f"untrained {untrained:.4g}, trained {trained:.4f}, resumed {after:.4g}")
# endregion

assert trained < 1e-6 and after > 0.9 * untrained  # shows: loss-starts-untrained
assert resumed.load_state_dict(state, strict=False).missing_keys == ["weight", "bias"]  # shows: keys-nothing-missing
loaded = build()
loaded.load_state_dict(model.module.state_dict())
sizes, flops, losses = [], [], [None, None]
for candidate in (loaded, resumed):
    with FlopCounterMode(display=False) as counter:
        loss_of(candidate).backward()
    sizes.append(sum(weight.nbytes + weight.grad.nbytes for weight in candidate.parameters()))
    flops.append(counter.get_total_flops())
assert sizes[0] == sizes[1]  # refutes: memory-smaller
assert flops[0] == flops[1] > 0  # refutes: steps-longer
x, y = x[dist.get_rank() :: 2], y[dist.get_rank() :: 2]  # each rank sees other samples
dist.all_gather_object(losses, loss_of(loaded).item())
assert losses[0] != losses[1]  # refutes: ranks-losses-differ
dist.destroy_process_group()
