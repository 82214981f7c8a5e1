"""Blocks that are compiled before fully_shard keep their keys, and the same 6 all-gathers and 3 reduce-scatters.

$ torchrun --nproc-per-node 2 snippets/fsdp/blocks_compile_and_keep_the_collectives.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
graphs, used = [], []


def backend(graph, inputs):  # in a real script: leave it out, and take the default
    number = len(graphs)
    graphs.append(graph)
    return lambda *arguments: used.append(number) or graph.forward(*arguments)


class Block(torch.nn.Linear):
    def forward(self, x):
        return super().forward(x).relu()


# region compile
model = torch.nn.Sequential(*[Block(8, 8) for _ in range(3)])
for block in model:
    block.compile(backend=backend)  # key line
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)
with torch.profiler.profile() as profile:
    model(torch.ones(1, 8)).sum().backward()
calls = [event.name for event in profile.events() if event.name.startswith("c10d::")]
gathers, scatters = (sum(word in name for name in calls) for word in ("gather", "scatter"))
keys = list(model.state_dict())
print(f"{len(graphs)} graphs, {gathers} all-gathers, {scatters} reduce-scatters; first key {keys[0]}")
# endregion

assert used == [0, 1, 1]  # the graph of each block: the input of the first one needs no gradient
assert (gathers, scatters) == (6, 3)
assert all("all_gather" not in str(graph.graph) for graph in graphs)  # shows: collectives-between-graphs
assert keys[0] == "0.weight"  # shows: no-prefix
dist.destroy_process_group()
