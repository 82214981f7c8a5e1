"""register_fsdp_forward_method makes another method gather the weights, as forward does.

$ torchrun --nproc-per-node 2 snippets/errors/registered_method_gathers_the_weights.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Nothing is sharded then, so nothing has to be gathered, and the method has whole weights."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method


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
fully_shard(model, mesh=mesh)
register_fsdp_forward_method(model, "encode")  # key line -> RuntimeError: aten.mm.default got mixed
features = model.encode(torch.ones(1, 4))
print("encode:", features.sum().item())
# endregion

assert features.sum().item() == Encoder().encode(torch.ones(1, 4)).sum().item() == 16
dist.destroy_process_group()
