"""A sharded child that runs before its root becomes a root itself, and the next forward of the root refuses that.

$ torchrun --nproc-per-node 2 snippets/errors/child_called_first_becomes_a_root.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: FSDP state has already been lazily initialized for encoder"
# asserts = ['raises("RuntimeError: FSDP state has already", at="output = model(x)") and says("features: (1, 4)")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
x = torch.ones(1, 4)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.encoder(x))


# region call
model = Model()
fully_shard(model.encoder, mesh=mesh)
fully_shard(model, mesh=mesh)
features = model.encoder(x)  # key line, else: features = torch.ones(1, 4)
print("features:", tuple(features.shape))
output = model(x)
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
