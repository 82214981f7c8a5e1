"""SIMULATED on 4 ranks: in a step the memory of a rank rises by whole layers, and falls back to its shards.

$ python snippets/fsdp/memory_rises_and_falls_in_a_step.py
"""
# /// script
# [tool.lockstep]
# simulates = 4
# ///
import torch
import torch.distributed as dist
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("fake", rank=0, world_size=4)
mesh = init_device_mesh("cpu", (4,))
layers, width, held = 4, 64, {}
model = torch.nn.Sequential(*[torch.nn.Linear(width, width, bias=False) for _ in range(layers)])
inputs, group = torch.ones(1, width), 4 * width * width  # bytes of one layer


def note(moment):
    held[moment] = tracker.get_tracker_snapshot()[torch.device("cpu")]["Total"] / group


# region moments
for number, layer in enumerate(model):
    fully_shard(layer, mesh=mesh)  # key line
    layer.register_forward_hook(lambda *_, n=number: note(f"forward {n}"), prepend=True)
    layer.register_full_backward_hook(lambda *_, n=number: note(f"backward {n}"), prepend=True)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters())
tracker = FSDPMemTracker(model, optimizer)
# endregion
with tracker:
    model(inputs).sum().backward()  # a first step, in which Adam makes its state
    optimizer.step()
    optimizer.zero_grad()
    tracker.reset_mod_stats()
    held.clear()
    # region step
    note("before")
    model(inputs).sum().backward()
    note("gradients")
    optimizer.step()
    optimizer.zero_grad()
    note("after")
    for moment, layers_held in held.items():
        print(f"{moment}: {layers_held:.1f} layers")
    # endregion
shards = layers / 4  # of weights, on each of 4 ranks
assert abs(held["before"] - 3 * shards) < 0.1  # weights and two moments  # shows: before-step
assert abs(held["forward 2"] - (3 * shards + 2)) < 0.1  # the layer and the buffer it was gathered in
assert abs(held["gradients"] - 4 * shards) < 0.1  # shows: gradients-shards
assert max(held, key=held.get) == "backward 1"  # shows: peak-backward
assert held["after"] == held["before"] < 3.1 * shards  # shows: quarter-weights-two-moments
assert abs(held["after"] - 3 * layers) > 1  # refutes: three-four-layers
assert held["gradients"] - held["after"] > 0.9 * shards  # refutes: quarter-weights-gradients-one
assert held["forward 0"] - held["after"] > 1  # refutes: first-layer-whole
dist.destroy_process_group()
