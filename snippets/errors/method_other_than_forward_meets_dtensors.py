"""fully_shard gathers the weights for forward only: in another method they are DTensors, and the input is not.

$ torchrun --nproc-per-node 2 snippets/errors/method_other_than_forward_meets_dtensors.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: aten.mm.default got mixed torch.Tensor and DTensor"
# asserts = ['raises("RuntimeError: got mixed torch.Tensor and DTensor", at="return x @ self.weight")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4, 4))

    def encode(self, x):
        return x @ self.weight

    def forward(self, x):
        return self.encode(x).relu()


dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region encode
model = Encoder()
fully_shard(model, mesh=mesh)  # key line
features = model.encode(torch.ones(1, 4))
print("encode:", features.sum().item())
# endregion

dist.destroy_process_group()
