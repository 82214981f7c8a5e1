"""An overflow on one rank makes the GradScaler of every rank skip the step and halve its scale, also on a CPU.

$ torchrun --nproc-per-node 2 snippets/batch-size/grad_scaler_skips_the_step_on_all_ranks.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region skip
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
for step in (1, 2):
    overflows = step == 1 and rank == 1
    shard = torch.full((1, 1), float("inf") if overflows else 1.0)
    optimizer.zero_grad()
    scaler.scale(model(shard).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    weight = next(model.parameters()).item()
    print(f"rank {rank}: sees {shard.item()}, weight {weight:.1f}, scale {scaler.get_scale():g}")
# endregion

# One step of the two.
assert scaler.get_scale() == 512 and abs(weight - 0.9) < 1e-6  # shows: skips-step-halves-scale
dist.destroy_process_group()
