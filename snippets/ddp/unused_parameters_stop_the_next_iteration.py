"""With a parameter that gets no gradient, one iteration passes without an average and the next one fails.

$ torchrun --nproc-per-node 2 snippets/ddp/unused_parameters_stop_the_next_iteration.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
# asserts = [
#   '''(says("first iteration passed, gradient 1.0", rank=0)
#      and says("first iteration passed, gradient 2.0", rank=1) and raises())''',
# ]
# volatile = ["Parameter indices which did not receive grad for rank"]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


# region iterate
class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.unused = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return self.used(x)


model = DistributedDataParallel(TwoHeads())
model(torch.full((1, 1), rank + 1.0)).sum().backward()
gradient = model.module.used.weight.grad.item()
print(f"rank {rank}: first iteration passed, gradient {gradient}")
model(torch.ones(1, 1)).sum().backward()  # key line
# endregion

dist.destroy_process_group()
