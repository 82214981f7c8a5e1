"""The state of Llama 3 405B is more than 80 GB on each of 64 GPUs, however it is cut, and fits on 128, SIMULATED.

$ python snippets/choose/state_that_no_mesh_of_64_holds.py
"""
# /// script
# [tool.lockstep]
# simulates = 128
# ///
import torch
import torch.distributed as dist
from _block import Block
from _parts import numbers
from torch import nn
from torch.distributed.device_mesh import init_device_mesh

LAYERS, DIM, FFN, HEADS, KV_HEADS, WORDS = 126, 16384, 53248, 128, 8, 128256
dist.init_process_group("fake", rank=0, world_size=128)


def held(shards, tp):
    """Parameters of a rank. Embedding and head are cut as a layer is."""
    mesh = init_device_mesh("cpu", (shards, tp), mesh_dim_names=("shards", "tp"))
    with torch.device("meta"):
        block, _ = numbers(Block(DIM, FFN, HEADS, KV_HEADS), mesh, tp, shards)
        ends, _ = numbers(nn.Linear(DIM, 2 * WORDS // tp, bias=False), mesh, 1, shards)
    return LAYERS * block + ends


found = {}
# region state
for gpus in (64, 128):
    for tp in (1, 8):
        state = 16 * held(gpus // tp, tp) / 1e9  # key line, else: state = 16 * held(1, tp) / 1e9
        found[gpus, tp] = state
        print(f"SIMULATED FSDP {gpus // tp} x TP {tp}: each of {gpus} GPUs holds {state:.1f} GB of state")
# endregion

assert min(found[64, 1], found[64, 8]) > 80  # shows: no-mesh-of-64
assert max(found[128, 1], found[128, 8]) < 80  # shows: 128-hold-it
assert abs(found[64, 8] / found[64, 1] - 1) < 0.01  # shows: tp-holds-as-much
dist.destroy_process_group()
