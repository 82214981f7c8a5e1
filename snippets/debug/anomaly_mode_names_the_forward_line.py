"""Anomaly mode stops the rank whose backward makes a NaN, and shows the line of its forward.

$ torchrun --nproc-per-node 2 snippets/debug/anomaly_mode_names_the_forward_line.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Function 'PowBackward0' returned nan values in its 0th output."
# asserts = [
#   '''(raises("RuntimeError: Function 'PowBackward0'", rank=1, at="loss.backward()")
#      and complains("length = batch.matmul(weight).square().sum().sqrt()", rank=1))''',
# ]
# timeout = 30
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
weight = torch.ones(2, 2, requires_grad=True)
batch = torch.full((1, 2), 1.0 - rank)  # rank 1 has an empty image

# region backward
with torch.autograd.set_detect_anomaly(True):  # key line
    length = batch.matmul(weight).square().sum().sqrt()
    loss = (length - 1).square()
    print(f"rank {rank}: loss {loss.item():.3f}")
    loss.backward()
dist.all_reduce(weight.grad)
# endregion

dist.destroy_process_group()
