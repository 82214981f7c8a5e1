"""Heads, key heads, the mesh and micro-batches that do not divide raise an error, SIMULATED on 4 ranks.

$ python snippets/choose/what_raises_when_it_does_not_divide.py
"""
# /// script
# [tool.lockstep]
# simulates = 4
# ///
import torch
import torch.distributed as dist
from _block import BLOCK, Block
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("fake", rank=0, world_size=4)


def over_four(heads, kv_heads):
    """A block with heads of 8 numbers, over a tp of 4."""
    mesh = init_device_mesh("cpu", (4,), mesh_dim_names=("tp",))
    return parallelize_module(Block(8 * heads, 64, heads, kv_heads), mesh, BLOCK)(torch.ones(1, 4, 8 * heads))


def micro_batches(m):
    return Schedule1F1B(PipelineStage(torch.nn.Linear(8, 8), 0, 4, torch.device("cpu")), m)


said = {}
# region raise
tries = {
    "8 heads, 4 key heads": lambda: over_four(8, 4),
    "8 heads, 2 key heads": lambda: over_four(8, 2),  # key line, else: "8 heads, 2 key heads": lambda: over_four(8, 8),
    "6 heads, 6 key heads": lambda: over_four(6, 6),
    "a mesh of 2 x 4": lambda: init_device_mesh("cpu", (2, 4)),
    "2 micro-batches": lambda: micro_batches(2),
}
for name, attempt in tries.items():
    try:
        attempt()
    except Exception as error:
        said[name] = str(error).strip()
    print(f"SIMULATED 4 ranks, {name}: {said.get(name, 'runs')}")
# endregion

assert "8 heads, 4 key heads" not in said  # shows: multiples-run
assert "don't multiply up" in said.get("8 heads, 2 key heads", "")  # shows: too-few-key-heads-raise
assert "don't multiply up" in said.get("6 heads, 6 key heads", "")  # shows: six-heads-raise
assert "Mesh should not be bigger" in said.get("a mesh of 2 x 4", "")  # shows: larger-mesh-raises
assert "greater than or equal" in said.get("2 micro-batches", "")  # shows: too-few-micro-batches-raise
dist.destroy_process_group()
