"""Compiled as a whole, a model that loops over sharded blocks has graphs of its blocks, and none of what is between.

$ torchrun --nproc-per-node 2 snippets/fsdp/a_loop_over_sharded_blocks_is_not_compiled.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
operators = set()


def backend(graph, inputs):  # in a real script: leave it out, and take the default
    operators.update(node.target.__name__ for node in graph.graph.nodes if node.op == "call_function")
    return graph.forward


class Block(torch.nn.Linear):
    def forward(self, x):
        return super().forward(x).relu()


# region compile
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList(Block(8, 8) for _ in range(3))

    def forward(self, x):
        for block in self.blocks:
            x = torch.add(block(x), 1)
        return x


model = Model()
for block in model.blocks:
    fully_shard(block, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
compiled = torch.compile(model, backend=backend)
compiled(torch.ones(1, 8)).sum().backward()
print(f"compiled: {sorted(operators)}; first key {next(iter(compiled.state_dict()))}")
# endregion

assert "linear" in operators and "add" not in operators
assert next(iter(compiled.state_dict())) == "_orig_mod.blocks.0.weight"
dist.destroy_process_group()
