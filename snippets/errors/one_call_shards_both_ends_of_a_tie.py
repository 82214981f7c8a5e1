"""fully_shard of a list puts both modules in one group, and the weight that they share is one shard.

$ torchrun --nproc-per-node 2 snippets/errors/one_call_shards_both_ends_of_a_tie.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(both, mesh=mesh)"
# stays = "Then the call for the whole model takes both modules in one group, which is right too."
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
        self.embed, self.head = torch.nn.Embedding(6, 4), torch.nn.Linear(4, 6, bias=False)

    def forward(self, tokens):
        return self.head(self.embed(tokens))


torch.manual_seed(0)
# region shard
model = Model()
model.head.weight = model.embed.weight
both = [model.embed, model.head]  # key line, else: both = model.embed -> ValueError: Parameter
fully_shard(both, mesh=mesh)
fully_shard(model, mesh=mesh)
output = model(torch.tensor([1, 2]))
output.sum().backward()
print("tied:", model.head.weight is model.embed.weight)
# endregion

torch.manual_seed(0)
whole = Model()
whole.head.weight = whole.embed.weight
whole(torch.tensor([1, 2])).sum().backward()
assert model.head.weight is model.embed.weight
torch.testing.assert_close(model.head.weight.grad.full_tensor(), whole.head.weight.grad)
dist.destroy_process_group()
