"""A distance of zero has a finite loss and a gradient of NaN; anomaly mode names the line of the forward it comes from.

$ torchrun --nproc-per-node 2 snippets/errors/anomaly_mode_names_the_line_of_the_forward.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Function 'PowBackward0' returned nan values in its 0th output."
# asserts = [
#   '''(raises("RuntimeError: Function 'PowBackward0' returned nan", rank=1, at="distance.backward()")
#      and complains("difference.pow(2).sum().sqrt()", rank=1) and says("distance 0.0", rank=1))''',
# ]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
net = torch.nn.Linear(2, 2, bias=False)
torch.nn.init.eye_(net.weight)

# region train
model = DistributedDataParallel(net)
one, other = torch.tensor([3.0, 4.0]), torch.tensor([0.0, 0.0])
if rank == 1:
    other = one  # key line
with torch.autograd.set_detect_anomaly(True):
    difference = model(one - other)
    distance = difference.pow(2).sum().sqrt()
    print(f"rank {rank}: distance {distance.item()}")
    distance.backward()
# endregion

dist.destroy_process_group()
