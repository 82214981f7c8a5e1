"""After one epoch the unchanged script is far behind on eight ranks; with the batch divided by 8 it is not behind.

$ torchrun --nproc-per-node 8 snippets/batch-size/unchanged_script_learns_less_in_an_epoch.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if ranks > 1:"
# stays = "Each rank of the first run sees the same samples, so their average is what each had."
# ///
import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
inputs = torch.randn(2048, 3)
dataset = TensorDataset(inputs, inputs.sum(1, keepdim=True))
losses = []

# region epoch
for ranks, batch in [(1, 32), (8, 32), (8, 4)]:
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 1)
    if ranks > 1:
        model = DistributedDataParallel(model)  # key line
    sampler = DistributedSampler(dataset, ranks, rank % ranks, shuffle=False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    loader = DataLoader(dataset, batch, sampler=sampler)
    for x, y in loader:
        optimizer.zero_grad()
        mse_loss(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        losses.append(mse_loss(model(inputs), inputs.sum(1, keepdim=True)).item())
    print(f"{ranks} x {batch}: {len(loader)} steps, loss {losses[-1]:.4f}")
# endregion

assert losses[1] > 50 * losses[0]  # shows: far-higher
assert abs(losses[1] / losses[0] - 1) > 0.5  # refutes: same-all-samples
assert losses[1] > losses[0]  # refutes: little-lower
assert 8 * losses[1] > losses[0]  # refutes: eight-times-lower
assert abs(losses[2] / losses[0] - 1) < 1e-3  # shows: dividing-batch-8-back
dist.destroy_process_group()
