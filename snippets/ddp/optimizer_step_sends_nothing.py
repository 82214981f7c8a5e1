"""Backward does the all-reduce of a step; forward and optimizer send nothing.

$ torchrun --nproc-per-node 2 snippets/ddp/optimizer_step_sends_nothing.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "optimizer.step()"
# stays = "The step sends nothing, so the counts are the same without it. That is the claim."
# ///
import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
counts = {}

# region count
model = torch.nn.Linear(8, 8)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.AdamW(model.parameters())
with CommDebugMode() as forward:
    loss = model(torch.ones(4, 8, requires_grad=True)).sum()
with CommDebugMode() as backward:
    loss.backward()
with CommDebugMode() as step:
    optimizer.step()
for name, mode in {"forward": forward, "backward": backward, "step": step}.items():
    counts[name] = mode.get_total_counts()
if dist.get_rank() == 0:
    print("collectives:", counts)
# endregion

assert counts == {"forward": 0, "backward": 1, "step": 0}  # refutes: optimizer
moments = [state["exp_avg"].sum().item() for state in optimizer.state.values()]
everyone = [None] * dist.get_world_size()
dist.all_gather_object(everyone, moments)
assert counts["step"] == 0 and everyone == [moments] * len(everyone)  # shows: own-equal-optimizer
dist.destroy_process_group()
