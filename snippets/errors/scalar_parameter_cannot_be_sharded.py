"""fully_shard cuts the first dimension of each parameter, and a scalar has none.

$ torchrun --nproc-per-node 2 snippets/errors/scalar_parameter_cannot_be_sharded.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: fully_shard doesn't support scalar parameters. Change scale to a 1D tensor"
# asserts = ['raises("ValueError: fully_shard", at="fully_shard(model") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Scaled(torch.nn.Linear):
    def __init__(self, scale):
        super().__init__(4, 2)
        self.scale = torch.nn.Parameter(scale)

    def forward(self, x):
        return self.scale * super().forward(x)


# region scale
model = Scaled(torch.tensor(2.0))  # key line, else: model = Scaled(torch.tensor([2.0]))
fully_shard(model, mesh=mesh)
print("output:", tuple(model(torch.ones(1, 4)).shape))
# endregion

dist.destroy_process_group()
