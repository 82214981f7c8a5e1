"""A method that is registered with FSDP2 enters through the root, and then a child may run alone.

$ torchrun --nproc-per-node 2 snippets/errors/registered_method_starts_at_the_root.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model.encoder, mesh=mesh)"
# stays = "Then the root gathers the encoder together with the head, in one group."
#
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Then the encoder is the only root, and nothing contradicts that. The head stays whole on every rank."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
x = torch.ones(1, 4)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)

    def encode(self, x):
        return self.encoder(x)

    def forward(self, x):
        return self.head(self.encoder(x))


torch.manual_seed(0)
# region call
model = Model()
fully_shard(model.encoder, mesh=mesh)
fully_shard(model, mesh=mesh)
register_fsdp_forward_method(model, "encode")  # key line -> RuntimeError: FSDP state has already been lazily
features = model.encode(x)
print("features:", tuple(features.shape))
output = model(x)
print("output:", tuple(output.shape))
# endregion

torch.manual_seed(0)
whole = Model()
assert torch.equal(features, whole.encode(x)) and torch.equal(output, whole(x))
dist.destroy_process_group()
