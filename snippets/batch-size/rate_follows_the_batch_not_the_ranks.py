"""With the batch divided, a rate multiplied by the number of ranks makes the training diverge: DDP averages.

$ torchrun --nproc-per-node 4 snippets/batch-size/rate_follows_the_batch_not_the_ranks.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model = DistributedDataParallel(model)"
# stays = "All samples of this program are equal, so the gradient of one rank is already the mean of all."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.full((16, 1), 2.0)
expected = {}
for rate in (0.1, 0.4):  # one process: each step multiplies the weight by 1 - 8 * rate
    expected[rate] = (1 - 8 * rate) ** 10

# region train
ended = []
for factor in (1, world_size):
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(model.weight)
    model = DistributedDataParallel(model)
    rate = 0.1 * factor  # key line, else: rate = 0.1
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    for step in range(10):
        optimizer.zero_grad()
        model(full.chunk(world_size)[rank]).square().mean().backward()
        optimizer.step()
    ended.append(next(model.parameters()).item())
    print(f"4 ranks of batch 4, rate {rate}: the weight goes from 1 to {ended[-1]:.2g}")
# endregion

assert abs(ended[0] / expected[0.1] - 1) < 1e-3
assert abs(ended[1] / expected[0.4] - 1) < 1e-3 and abs(ended[1]) > 1000
dist.destroy_process_group()
