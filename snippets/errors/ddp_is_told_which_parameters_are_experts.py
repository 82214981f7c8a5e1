"""DDP is told the names of the experts, and leaves them alone: each rank keeps its own, and the rest is a copy.

$ torchrun --nproc-per-node 2 snippets/errors/ddp_is_told_which_parameters_are_experts.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region wrap
torch.manual_seed(rank)  # each rank has an expert of its own
model = nn.ModuleDict({"router": nn.Linear(4, 2), "expert": nn.Linear(4, 4)})
before = model["expert"].weight.sum().item()
names = [name for name, _ in model.named_parameters() if name.startswith("expert.")]
DistributedDataParallel._set_params_and_buffers_to_ignore_for_model(model, names)  # key line
ddp = DistributedDataParallel(model)
after = model["expert"].weight.sum().item()
print(f"rank {rank}: the expert sums up to {before:.3f}, then to {after:.3f}")
# endregion

sums = [None] * 2
dist.all_gather_object(sums, (after, model["router"].weight.sum().item()))
assert before == after and sums[0][0] != sums[1][0]  # shows: own-expert
assert sums[0][1] == sums[1][1]  # shows: router-is-a-copy
dist.destroy_process_group()
