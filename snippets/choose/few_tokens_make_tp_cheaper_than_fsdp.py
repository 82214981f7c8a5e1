"""TP sends activations, FSDP sends weights: with few tokens TP sends less, SIMULATED on 8 ranks.

$ python snippets/choose/few_tokens_make_tp_cheaper_than_fsdp.py
"""
# /// script
# [tool.lockstep]
# simulates = 8
# ///
import torch
import torch.distributed as dist
from _block import BLOCK, Block
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("fake", rank=0, world_size=8)
mesh = init_device_mesh("cpu", (8,), mesh_dim_names=("all",))
shape = (64, 224, 8, 8)
weights = sum(weight.numel() for weight in Block(*shape).parameters())

sent, even = {}, 3 * weights / (8 * 64)
# region count
for tokens in (64, 256, 512, 2048):
    for kind in ("FSDP", "TP"):
        block, mine = Block(*shape), tokens // 8 if kind == "FSDP" else tokens
        if kind == "FSDP":
            fully_shard(block, mesh=mesh, reshard_after_forward=True)
        else:
            parallelize_module(block, mesh, BLOCK)  # key line, else: fully_shard(block, mesh=mesh)
        x = torch.ones(1, mine, 64, requires_grad=True)
        with Wire(mesh) as wire:
            block(x).sum().backward()
        sent[kind, tokens] = wire.sent["all"]
    told = [f"{kind} {sent[kind, tokens]} B" for kind in ("FSDP", "TP")]
    print(f"SIMULATED {tokens} tokens: {', '.join(told)}")
# endregion
print(f"even at {even:.0f} tokens")

assert sent["FSDP", 64] == sent["FSDP", 2048] == 3 * 4 * weights * 7 // 8  # shows: fsdp-sends-weights
assert sent["TP", 2048] == 32 * sent["TP", 64] == 4 * 2 * 4 * 2048 * 64 * 7 // 8  # shows: tp-sends-activations
assert sent["TP", 256] < sent["FSDP", 256] and sent["TP", 512] > sent["FSDP", 512]  # shows: few-tokens-favour-tp
assert 256 < even < 512  # shows: even-between
dist.destroy_process_group()
