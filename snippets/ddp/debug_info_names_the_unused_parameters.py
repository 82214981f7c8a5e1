"""With TORCH_DISTRIBUTED_DEBUG=INFO the error names the parameters without a gradient.

$ TORCH_DISTRIBUTED_DEBUG=INFO torchrun --nproc-per-node 1 snippets/ddp/debug_info_names_the_unused_parameters.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
# asserts = ['complains("Parameters which did not receive grad for rank 0: unused.bias, unused.weight")']
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.unused = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return self.used(x)


dist.init_process_group("gloo")
dist.set_debug_level_from_env()  # as import torch did  # key line, else: dist.set_debug_level(dist.DebugLevel.OFF)

# region iterate
model = DistributedDataParallel(TwoHeads())
for _ in range(2):
    model(torch.ones(1, 1)).sum().backward()
# endregion

dist.destroy_process_group()
