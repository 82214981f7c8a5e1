"""fully_shard gathers weights when a module is called, and a ModuleList is never called.

$ torchrun --nproc-per-node 2 snippets/errors/list_of_layers_has_no_forward.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: fully_shard does not support containers that do not implement forward: ModuleList("
# asserts = ['raises("ValueError: fully_shard does not", at="fully_shard(model.layers") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


# region shard
model = Model()
fully_shard(model.layers, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
output = model(torch.ones(1, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
