"""A reference model has nothing to train, so DDP refuses it: there would be no gradient to average.

$ torchrun --nproc-per-node 2 snippets/errors/frozen_reference_is_wrapped_in_ddp.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: DistributedDataParallel is not needed when a module doesn't have any parameter"
# asserts = ['raises("RuntimeError: DistributedDataParallel is not needed", at="DistributedDataParallel(reference)")']
# ///
import copy

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region wrap
policy = nn.Linear(4, 2)
reference = copy.deepcopy(policy).requires_grad_(False)
policy = DistributedDataParallel(policy)
reference = DistributedDataParallel(reference)  # key line, else: pass
print("policy and reference are ready")
# endregion

dist.destroy_process_group()
