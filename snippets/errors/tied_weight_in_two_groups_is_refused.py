"""A weight that two modules share can be in one group only: two calls of fully_shard put it in two.

$ torchrun --nproc-per-node 2 snippets/errors/tied_weight_in_two_groups_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Parameter 'head.weight' is shared with a parameter already managed by another FSDP group"
# asserts = ['raises("ValueError: Parameter", at="output = model(") and not says("output:")']
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


# region shard
model = Model()
model.head.weight = model.embed.weight  # key line
fully_shard(model.embed, mesh=mesh)
fully_shard(model.head, mesh=mesh)
fully_shard(model, mesh=mesh)
output = model(torch.tensor([1, 2]))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
