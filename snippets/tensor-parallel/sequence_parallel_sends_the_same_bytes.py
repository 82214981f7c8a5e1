"""With sequence parallel an all-reduce becomes a reduce-scatter and an all-gather: twice the calls, along a ring the same bytes.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/sequence_parallel_sends_the_same_bytes.py
"""
from collections import Counter

import torch
import torch.distributed as dist
from _block import PLAN, SEQUENCE, block_and_input
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
alone, x = block_and_input()
expected = alone(x)
x = {"plain": x, "sequence": x.chunk(ranks, dim=1)[rank].contiguous()}  # a part of the tokens
sent, calls = {}, {}

# region count
for name, plan in (("plain", PLAN), ("sequence", SEQUENCE)):  # key line, else: for name, plan in (("plain", PLAN), ("sequence", PLAN)):
    block, _ = block_and_input()
    parallelize_module(block, mesh, plan)
    with Wire() as wire:
        y = block(x[name].requires_grad_())
        y.square().mean().backward()
    sent[name], calls[name] = wire.sent, Counter(wire.calls)
    print(f"{name}: {dict(calls[name])}, {wire.sent} B sent")
# endregion

assert calls["sequence"] == {"all_gather": 4, "reduce_scatter": 4}  # shows: four-gathers-four-scatters
assert calls["plain"] == {"all_reduce": 4}  # shows: plain-four-all-reduces
assert sent["plain"] == sent["sequence"]  # shows: same-bytes
assert torch.allclose(y, expected.chunk(ranks, dim=1)[rank], atol=1e-5)  # shows: own-tokens
dist.destroy_process_group()
