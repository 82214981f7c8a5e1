"""A cosine schedule made for 8 ranks falls to zero halfway and rises again when the job runs on 4.

$ python snippets/batch-size/cosine_rises_again_after_its_last_step.py
"""
import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(1024)
found = {}

# region schedule
planned = 1024 // (32 * 8)  # 4 steps: 32 samples on each of 8 ranks
for world_size in (8, 4):
    sampler = DistributedSampler(dataset, world_size, rank=0)  # key line, else: sampler = None
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=planned)
    rates = []
    for batch in loader:
        optimizer.step()
        cosine.step()
        rates.append(round(cosine.get_last_lr()[0], 3))
    found[world_size] = rates
    print(f"{world_size} ranks, {len(loader)} steps: rates {rates}")
# endregion

assert found[8] == [0.085, 0.05, 0.015, 0.0]
assert found[4] == [0.085, 0.05, 0.015, 0.0, 0.015, 0.05, 0.085, 0.1]
assert found[4][7] == 0.1  # shows: rate-began
assert found[4][3] == 0 < found[4][4]  # refutes: zero-stayed-fourth
assert len(found[4]) == 8  # refutes: fifth-raises
assert found[4][7] > 0.1 / 2  # refutes: half-rate
