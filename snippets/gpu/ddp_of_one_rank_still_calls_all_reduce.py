"""DDP with one rank calls an all-reduce for its bucket, and leaves the plain gradient.

$ torchrun --nproc-per-node 1 snippets/gpu/ddp_of_one_rank_still_calls_all_reduce.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

device, backend = ("cuda", "nccl") if torch.cuda.is_available() else ("cpu", "gloo")
dist.init_process_group(backend)
model = torch.nn.Linear(3, 1, bias=False).to(device)
inputs = torch.tensor([[1.0, 2.0, 3.0]], device=device)

# region wrap
wrapped = DistributedDataParallel(model)  # key line, else: wrapped = model
with torch.profiler.profile() as profile:
    wrapped(inputs).sum().backward()
calls = [e.name for e in profile.events() if e.name == "c10d::allreduce_"]
gradient = model.weight.grad.tolist()
print(f"on {inputs.device}: {len(calls)} all-reduce, gradient {gradient}")
# endregion

assert len(calls) == 1
assert gradient == inputs.tolist()
dist.destroy_process_group()
