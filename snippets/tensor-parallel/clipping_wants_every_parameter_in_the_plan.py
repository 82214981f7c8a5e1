"""Clipping raises if norms stay plain tensors beside DTensors; with every parameter in the plan the norm is that of one process.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/clipping_wants_every_parameter_in_the_plan.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, SEQUENCE, block_and_input
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module
from torch.nn.utils import clip_grad_norm_

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
alone, x = block_and_input()
alone(x).square().sum().backward()
expected = clip_grad_norm_(alone.parameters(), 1.0)
told, total = {}, torch.tensor(0.0)

# region clip
for name, plan in (("matrices", PLAN), ("matrices and norms", SEQUENCE)):  # key line, else: for name, plan in (("matrices", PLAN), ("matrices and norms", PLAN)):
    block, x = block_and_input()
    parallelize_module(block, mesh, plan)
    x = x.chunk(ranks, dim=1)[rank].contiguous() if plan is SEQUENCE else x
    block(x).square().sum().backward()
    try:
        total = clip_grad_norm_(block.parameters(), 1.0).full_tensor()
        told[name] = f"norm {total:.2f}, one process {expected:.2f}"
    except RuntimeError as error:
        told[name] = " ".join(str(error).split()[1:6]).strip(",")
    print(f"{name} in the plan: {told[name]}")
# endregion

assert told["matrices"] == "got mixed torch.Tensor and DTensor"  # shows: plain-norms-are-refused
assert torch.allclose(total, expected, rtol=1e-4)  # shows: norm-as-one-process
dist.destroy_process_group()
