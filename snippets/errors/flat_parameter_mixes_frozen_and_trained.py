"""FSDP1 flattens all parameters of a wrapped module into one tensor, and refuses frozen and trained ones together.

$ torchrun --nproc-per-node 2 snippets/errors/flat_parameter_mixes_frozen_and_trained.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`"
# asserts = ['raises("ValueError: Must flatten tensors with uniform `requires_grad`", at="FullyShardedDataParallel(")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
base, adapter = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)

# region shard
base.requires_grad_(False)  # as for LoRA
model = torch.nn.Sequential(base, adapter)
model = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=False)  # key line, else: model = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=True)
model(torch.ones(1, 2)).sum().backward()
print("one step done")
# endregion

dist.destroy_process_group()
