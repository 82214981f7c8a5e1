"""A block sends two all-reduces in the forward, and two in the backward if attention takes its input once; else four.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/four_all_reduces_stand_in_a_block.py
"""
import torch.distributed as dist
from _block import PLAN, block_and_input
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
ranks = dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
counts = {}

# region count
for once in (True, False):
    block, x = block_and_input()
    plan = {name: style for name, style in PLAN.items() if once or name != "attention"}  # key line, else: plan = PLAN
    parallelize_module(block, mesh, plan)
    with Wire() as forward:
        loss = block(x.requires_grad_()).square().mean()
    with Wire() as backward:
        loss.backward()
    counts[once] = forward.calls, backward.calls
    sent = forward.sent + backward.sent
    calls = f"{len(forward.calls)} + {len(backward.calls)} all-reduces"
    print(f"input {'once' if once else 'three times'}: {calls}, {sent} B sent")
# endregion

one = 2 * (ranks - 1) * x.nbytes // ranks
assert counts[True] == (["all_reduce"] * 2, ["all_reduce"] * 2)  # shows: two-forward-two-backward
assert counts[False] == (["all_reduce"] * 2, ["all_reduce"] * 4)  # shows: three-times-four-backward
assert set(forward.each + backward.each) == {one}  # shows: each-one-activation
dist.destroy_process_group()
