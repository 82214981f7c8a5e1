"""SIMULATED: a step peaks at the shards and four groups whole: weights, the next gather, a gradient, its buffer.

$ python snippets/fsdp/peak_is_shards_and_four_groups.py
"""

# /// script
# [tool.lockstep]
# simulates = 64
# ///
import torch
import torch.distributed as dist
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

layers, width = 8, 64
group = 4 * width * width  # bytes of one layer in fp32


def built(ranks):
    dist.init_process_group("fake", rank=0, world_size=ranks)
    model = torch.nn.Sequential(*[torch.nn.Linear(width, width, bias=False) for _ in range(layers)])
    return model, init_device_mesh("cpu", (ranks,))


def peak(model):
    optimizer, inputs = torch.optim.AdamW(model.parameters()), torch.ones(1, width)
    with FSDPMemTracker(model, optimizer) as tracker:
        for step in range(2):  # in the second step Adam has its state
            model(inputs).sum().backward()
            optimizer.step()
            optimizer.zero_grad()
            tracker.reset_mod_stats() if step == 0 else None
    return tracker.get_tracker_snapshot("peak")[torch.device("cpu")]["Total"]


above = []
# region peak
for ranks in (4, 8, 16, 32, 64):
    model, mesh = built(ranks)
    for layer in model:
        fully_shard(layer, mesh=mesh)  # key line
    fully_shard(model, mesh=mesh)
    most = peak(model) / group
    shards = 16 * layers / 4 / ranks  # 16 bytes: weight, gradient, two moments of Adam
    print(f"{ranks} ranks: peak {most:.1f} layers = {shards:.1f} of shards + {most - shards:.1f} whole")
    dist.destroy_process_group()
    above.append(most - shards)
# endregion

assert all(3.5 < whole < 4.05 for whole in above)
assert round(above[-1]) == 4  # shows: four-groups-whole
