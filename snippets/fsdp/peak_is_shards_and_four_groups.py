"""A training step peaks at its shards and four groups whole: weights, the next gather, a gradient and its buffer.

$ torchrun --nproc-per-node 4 snippets/fsdp/peak_is_shards_and_four_groups.py
"""

import torch
import torch.distributed as dist
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
world_size = dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
layers, width = 8, 64
model = torch.nn.Sequential(*[torch.nn.Linear(width, width, bias=False) for _ in range(layers)])

# region peak
for layer in model:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters())
tracker, inputs = FSDPMemTracker(model, optimizer), torch.ones(1, width)
with tracker:
    for step in range(2):  # from the second step on Adam has its state
        model(inputs).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step == 0:
            tracker.reset_mod_stats()
group = 4 * width * width  # bytes of one layer
peak = tracker.get_tracker_snapshot("peak")[torch.device("cpu")]["Total"] / group
state = 4 * layers / world_size  # 16 bytes for each of its parameters: weight, gradient, two moments
print(f"peak {peak:.1f} layers = {state:.1f} of shards + {peak - state:.1f}")
# endregion

assert 3.5 <= peak - state <= 4  # not all gradients are there yet at the peak, so it stays below 4
assert peak < layers * 4  # shows: below-one-process
dist.destroy_process_group()
