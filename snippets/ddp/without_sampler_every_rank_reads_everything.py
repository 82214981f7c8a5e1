"""Without a sampler each of 4 ranks reads all 8 samples, and nothing complains.

$ torchrun --nproc-per-node 4 snippets/ddp/without_sampler_every_rank_reads_everything.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
rank = dist.get_rank()
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read

# region read
loader = DataLoader(range(8), batch_size=2)
for batch in loader:
    reads[batch] += 1
dist.all_reduce(reads)  # key line
if dist.get_rank() == 0:
    steps = len(loader)
    print(f"{steps} steps on each rank, reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [4] * 8 and len(loader) == 4
torch.manual_seed(rank)
loader = DataLoader(range(8), batch_size=2, shuffle=True)
model = DistributedDataParallel(torch.nn.Linear(1, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
orders, reads, rows = [[], []], torch.zeros(8, dtype=torch.long), []
for order in orders:
    for batch in loader:
        order += batch.tolist()
        outputs = model(batch[:, None].float())
        rows.append(len(outputs))
        optimizer.zero_grad()
        outputs.mean().backward()
        optimizer.step()
reads[orders[0]] += 1
dist.all_reduce(reads)
weights = [None] * dist.get_world_size()
dist.all_gather_object(weights, model.module.weight.item())
assert reads.tolist() == [4] * 8  # shows: sample-read-once
assert orders[0] != orders[1]  # refutes: new-order
assert len(set(weights)) == 1  # refutes: equal-weights
assert rows == [2] * 8  # refutes: none-shares-data
dist.destroy_process_group()
