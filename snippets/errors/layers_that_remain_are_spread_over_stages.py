"""Layers that do not divide by the stages: the first stages take one more, and none is lost.

$ torchrun --nproc-per-node 4 snippets/errors/layers_that_remain_are_spread_over_stages.py
"""
import torch
import torch.distributed as dist
import torch.nn as nn

dist.init_process_group("gloo")
stage, stages = dist.get_rank(), dist.get_world_size()

# region layers
layers = 30
each, rest = divmod(layers, stages)
mine = each + (stage < rest)  # key line, else: mine = each
blocks = nn.Sequential(*[nn.Linear(8, 8) for _ in range(mine)])
built = torch.tensor(len(blocks))
dist.all_reduce(built)
print(f"stage {stage}: {mine} layers of {built.item()}")
# endregion

assert built.item() == layers  # shows: no-layer-is-lost
dist.destroy_process_group()
